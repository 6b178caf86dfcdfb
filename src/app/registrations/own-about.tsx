import type { Event } from "#domain/events/shapes.ts";
import type { OwnRegistration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { toast } from "../ui/toast.tsx";
import { AboutDialog } from "./about-dialog.tsx";
import type { OnChanged } from "./use-offer.ts";

export type OwnAboutProps = {
  event: Event;
  registration: OwnRegistration;
  onChanged: OnChanged;
  onClose: () => void;
};

/** The dialog of answers for a member who has joined. */
export default function OwnAbout({ event, registration, onChanged, onClose }: OwnAboutProps) {
  return (
    <AboutDialog
      event={event}
      registration={registration}
      onClose={onClose}
      onSay={async (json) => {
        const param = { eventId: event._id };
        const { registration: now } = await ask((api) => api["join-event"][":eventId"].about.$put({ param, json }));
        onClose();
        toast("success", say("about.done"));
        await onChanged(now);
      }}
    />
  );
}
