import { momentOf, nearDateOf } from "#domain/events/rules.ts";
import type { Participant } from "#domain/participants/shapes.ts";
import { say } from "#messages/participants.ts";

import { Link } from "../addresses.ts";
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
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3.5 md:grid-cols-[auto_minmax(0,1fr)_fit-content(50%)_auto]">
      <Avatar name={userName} photo={userPhotoURL} className="row-span-2 size-11 self-start text-sm" />
      <p dir="auto" className="font-semibold break-words">
        {userName}
      </p>
      {/* On a phone below the address; where there is room, each row has two lines: guests stand at the right too. */}
      <div className="col-span-2 col-start-2 text-sm md:contents">
        <a
          href={`mailto:${userEmail}`}
          className="quiet justify-self-start underline underline-offset-4 md:col-start-2 md:row-start-2"
        >
          <EmailText email={userEmail} />
        </a>
        <div className="flex flex-wrap items-center gap-x-2 md:col-start-3 md:row-start-2 md:justify-end">
          <RegistrationStatus participant={participant} timeZone={timeZone} />
          <span className="contents">
            <Link
              to={`/report?member=${participant.memberId}`}
              aria-label={say("participants.report_of", { name: userName })}
              className="quiet -my-3 inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {say("participants.report")}
            </Link>
            <Link
              to={`/block?member=${participant.memberId}`}
              aria-label={say("participants.block_of", { name: userName })}
              className="quiet -my-3 inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {say("participants.block")}
            </Link>
          </span>
        </div>
      </div>
      {names.length > 0 && (
        <p className="col-start-2 col-end-4 mt-1 flex items-start gap-1.5 text-sm md:col-start-3 md:row-start-1 md:mt-0 md:justify-end">
          <Icon name="users-round" className="quiet mt-0.5 size-4" />
          <span dir="auto" className="min-w-0 break-words">
            {say("participants.with", { names: names.join(", ") })}
          </span>
        </p>
      )}
      {onRemove && (
        <button
          type="button"
          aria-label={say("participants.remove_of", { name: userName })}
          className="btn btn-circle btn-ghost col-start-3 row-start-1 -my-2.5 -mr-2.5 text-base-content/60 md:col-start-4 md:row-span-2"
          onClick={onRemove}
        >
          <Icon name="x" className="size-5" />
        </button>
      )}
    </li>
  );
}

const badge = "rounded-full px-2.5 py-0.5 font-semibold";

/** Whether somebody has joined, and since when, or their position on the waitlist. */
function RegistrationStatus({ participant, timeZone }: Pick<RowProps, "participant" | "timeZone">) {
  const { state, position, offeredUntil, joinedAt, confirmedAt } = participant;
  if (state === "joined") {
    return (
      <>
        {confirmedAt && (
          <span className={`${badge} bg-secondary text-secondary-content`}>{say("participants.coming")}</span>
        )}
        <span className="quiet">
          {say("participants.joined_on", { date: nearDateOf(new Date(joinedAt), timeZone) })}
        </span>
      </>
    );
  }
  const until = offeredUntil && new Date(offeredUntil);
  return (
    <>
      <span className={`${badge} bg-base-200`}>{say("participants.position", { position: position ?? 1 })}</span>
      {until && (
        <span className="font-medium text-accent">
          {say("participants.offered", { until: momentOf(until, timeZone) })}
        </span>
      )}
    </>
  );
}
