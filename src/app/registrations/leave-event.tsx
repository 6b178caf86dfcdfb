import type { OwnRegistration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { toast } from "../ui/toast.tsx";
import LeaveDialog from "./leave-dialog.tsx";

export type LeaveEventProps = {
  eventId: string;
  registration: OwnRegistration;
  /** True if a person who joins now would be waitlisted. */
  full: boolean;
  onLeft: (registration: OwnRegistration) => Promise<void>;
  onClose: () => void;
};

/** Leaves an event or its waitlist on the event's own page, after a confirmation. */
export default function LeaveEvent({ eventId, registration, full, onLeft, onClose }: LeaveEventProps) {
  async function leave() {
    try {
      const { registration: now } = await ask((api) => api["join-event"][":eventId"].$delete({ param: { eventId } }));
      toast("success", say("event.leave.done"));
      onClose();
      await onLeft(now);
    } catch (error) {
      refused(error);
    }
  }

  return (
    <LeaveDialog
      waiting={registration.state === "waiting"}
      count={registration.guests.length + 1}
      full={full}
      onLeave={leave}
      onClose={onClose}
    />
  );
}
