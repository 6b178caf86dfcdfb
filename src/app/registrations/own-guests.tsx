import { useState } from "react";

import type { Event } from "#domain/events/shapes.ts";
import type { Guest } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { useDeed } from "../session/use-deed.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";
import type { OnChanged } from "./use-offer.ts";

type OwnGuestsProps = { event: Event; guests: Guest[]; onChanged: OnChanged };

/** A member's guests; each spot can be given back. */
export default function OwnGuests({ event, guests, onChanged }: OwnGuestsProps) {
  const [leaving, setLeaving] = useState<Guest | null>(null);
  return (
    <section aria-labelledby="guests" className="own-guests">
      <h3 id="guests" className="quiet font-sans text-base font-normal tracking-normal">
        {say("registration.guests")}
      </h3>
      <ul className="contents">
        {guests.map((guest) => (
          <li key={guest._id} className="guest">
            <span dir="auto" className="min-w-0 break-words">
              {guest.name}
              {guest.under18 && <span className="quiet"> · {say("registration.under18")}</span>}
            </span>
            <button
              type="button"
              aria-label={say("registration.remove_guest", { name: guest.name })}
              className="btn btn-circle btn-ghost"
              onClick={() => setLeaving(guest)}
            >
              <Icon name="x" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      {leaving && <RemoveGuest event={event} guest={leaving} onLeft={onChanged} onClose={() => setLeaving(null)} />}
    </section>
  );
}

type RemoveGuestProps = {
  event: Event;
  guest: Guest;
  onLeft: OnChanged;
  onClose: () => void;
};

/** Asks for confirmation before a guest's spot is given back, as another person gets it a moment later. */
function RemoveGuest({ event, guest, onLeft, onClose }: RemoveGuestProps) {
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
