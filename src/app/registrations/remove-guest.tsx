import type { Event } from "#domain/events/shapes.ts";
import type { Guest } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { useDeed } from "../session/use-deed.ts";
import { Confirm } from "../ui/confirm.tsx";
import { toast } from "../ui/toast.tsx";
import type { OnChanged } from "./use-offer.ts";

type RemoveGuestProps = {
  event: Event;
  guest: Guest;
  onLeft: OnChanged;
  onClose: () => void;
};

/** Asks for confirmation before a guest's spot is given back, as another person gets it a moment later. */
export default function RemoveGuest({ event, guest, onLeft, onClose }: RemoveGuestProps) {
  const { name } = guest;
  const param = { eventId: event._id, guestId: guest._id };
  const { busy, run } = useDeed(
    () => ask((api) => api["join-event"][":eventId"].guests[":guestId"].$delete({ param })),
    async ({ registration }) => {
      toast("success", say("registration.remove_guest.done", { name }));
      onClose();
      await onLeft(registration);
    },
  );

  return (
    <Confirm
      title={say("registration.remove_guest.sure", { name })}
      yes={say("registration.remove_guest", { name })}
      no={say("cancel")}
      busy={busy}
      onYes={run}
      onClose={onClose}
    >
      <p className="mt-2 text-lg">{say("registration.remove_guest.text")}</p>
    </Confirm>
  );
}
