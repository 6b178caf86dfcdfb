import { dateOf, momentOf } from "#domain/events/rules.ts";
import type { Participant } from "#domain/participants/shapes.ts";
import { say } from "#messages/participants.ts";

import { Avatar } from "../ui/avatar.tsx";
import { EmailText } from "../ui/email-text.tsx";
import { Icon } from "../ui/icon.tsx";

type RowProps = {
  participant: Participant;
  /** The event's. */
  timeZone: string;
  /** Null when nobody can be removed any more. */
  onRemove: (() => void) | null;
};

/** One person on an event's list, with their guests. */
export function ParticipantRow({ participant, timeZone, onRemove }: RowProps) {
  const { userName, userEmail, userPhotoURL, companions } = participant;
  const names = companions.map(({ name, under18 }) => (under18 ? say("participants.under18", { name }) : name));
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 p-4 sm:grid-cols-[auto_minmax(0,1fr)_auto_auto] sm:items-center">
      <Avatar name={userName} photo={userPhotoURL} className="size-11 text-sm" />
      <div className="min-w-0">
        <p dir="auto" className="font-semibold break-words">
          {userName}
        </p>
        <a href={`mailto:${userEmail}`} className="quiet text-[0.9375rem] underline underline-offset-4">
          <EmailText email={userEmail} />
        </a>
        {names.length > 0 && (
          <p className="mt-1 flex items-start gap-1.5 text-[0.9375rem]">
            <Icon name="users-round" className="quiet mt-1 size-4" />
            <span dir="auto" className="min-w-0 break-words">
              {say("participants.with", { names: names.join(", ") })}
            </span>
          </p>
        )}
      </div>
      <div className="col-start-2 row-start-2 flex flex-wrap gap-2 text-sm sm:col-start-3 sm:row-start-1 sm:flex-col sm:items-end">
        <RegistrationStatus participant={participant} timeZone={timeZone} />
      </div>
      {onRemove && (
        <button
          type="button"
          aria-label={say("participants.remove_of", { name: userName })}
          className="quiet btn btn-circle btn-ghost col-start-3 row-start-1 sm:col-start-4"
          onClick={onRemove}
        >
          <Icon name="x" className="size-5" />
        </button>
      )}
    </li>
  );
}

const badge = "rounded-full px-3 py-1 font-semibold";

/** Whether somebody has joined, and since when, or their position on the waitlist. */
function RegistrationStatus({ participant, timeZone }: Pick<RowProps, "participant" | "timeZone">) {
  const { state, position, offeredUntil, joinedAt, confirmedAt } = participant;
  if (state === "joined") {
    return (
      <>
        {confirmedAt && (
          <span className={`${badge} bg-secondary text-secondary-content`}>{say("participants.coming")}</span>
        )}
        <span className="quiet py-1">
          {say("participants.joined_on", { date: dateOf(new Date(joinedAt), timeZone) })}
        </span>
      </>
    );
  }
  const until = offeredUntil && new Date(offeredUntil);
  return (
    <>
      <span className={`${badge} bg-base-200`}>{say("participants.position", { position: position ?? 1 })}</span>
      {until && (
        <span className="py-1 font-medium text-accent">
          {say("participants.offered", { until: momentOf(until, timeZone) })}
        </span>
      )}
    </>
  );
}
