import { say } from "#messages/say.ts";

import { useDeed } from "../session/use-deed.ts";
import { Confirm } from "../ui/confirm.tsx";

type LeaveDialogProps = {
  /** True if the reader leaves the waitlist. */
  waiting: boolean;
  /** The number of people in the party. */
  count: number;
  /** True if a person who joins now would be waitlisted; if unknown, the sentence covers both. */
  full?: boolean;
  onLeave: () => void | Promise<void>;
  onClose: () => void;
};

/** Asks for confirmation before a party leaves an event or its waitlist, as others get the spots a moment later. */
export default function LeaveDialog({ waiting, count, full, onLeave, onClose }: LeaveDialogProps) {
  const { busy, run } = useDeed(async () => onLeave());
  return (
    <Confirm
      title={say(waiting ? "event.leave.waitlist.sure" : "event.leave.sure", { count })}
      yes={say(waiting ? "event.leave.waitlist" : "event.leave")}
      no={say("event.leave.stay")}
      busy={busy}
      onYes={run}
      onClose={onClose}
    >
      <p className="mt-2 text-lg">
        {waiting
          ? say("event.leave.waitlist.text")
          : `${say("event.leave.text", { count })} ${say(full ? "event.leave.again.full" : "event.leave.again")}`}
      </p>
    </Confirm>
  );
}
