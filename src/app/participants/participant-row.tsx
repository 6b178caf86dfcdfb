import { momentOf, nearDateOf, timeOf } from "#domain/events/rules.ts";
import type { Participant } from "#domain/participants/shapes.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Icon } from "../ui/icon.tsx";
import { fromMenu, MoreMenu } from "../ui/more-menu.tsx";
import type { Arrivals } from "./arrivals.ts";
import { Contacts } from "../organizing/contacts.tsx";
import { badge, HereBadge } from "./here-badge.tsx";
import { positionOf } from "./waitlist-position.ts";

type RowProps = {
  participant: Participant;
  /** The event's time zone. */
  timeZone: string;
  /** True if it is the organizer's own row, which has no actions. */
  isOwn: boolean;
  arrivals: Arrivals | null;
  /** True if they were added just now: then the page scrolls to the row and marks it. */
  isNew: boolean;
  isUnderWay: boolean;
  /** Null once people can no longer be removed. */
  onRemove: (() => void) | null;
  /** Null once notes are deleted. */
  onNote: (() => void) | null;
  /** Null for an event without a series. */
  onRegular: (() => void) | null;
};

/** A person on an event's list, with their guests; rare actions stand in one menu. */
export function ParticipantRow({
  participant,
  timeZone,
  isOwn,
  arrivals,
  isNew,
  isUnderWay,
  onRemove,
  onNote,
  onRegular,
}: RowProps) {
  const { userName, userEmail, mailedTo, userPhotoURL, guests, phone } = participant;
  const minorOf = (person: { _id: string; guardian: string | null }) =>
    minorInWords(person.guardian, arrivals?.asked.get(person._id), timeZone);
  const names = guests.map((guest) => (guest.under18 ? `${guest.name} (${minorOf(guest)})` : guest.name));
  return (
    <li
      ref={isNew ? goTo : null}
      data-new={isNew || undefined}
      className="data-new:bg-secondary/40 grid grid-cols-[auto_minmax(0,1fr)_2.75rem] items-center gap-x-3 py-3.5 ps-4 pe-1.5 md:grid-cols-[auto_auto_minmax(min-content,1fr)_2.75rem]"
    >
      <Avatar name={userName} photo={userPhotoURL} className="row-span-2 size-11 self-start text-sm" />
      <p className="font-semibold break-words">
        <bdi>{userName}</bdi>
        {isOwn && <span className="quiet font-normal"> · {say("participants.you")}</span>}
        {participant.under18 && <span className="minor quiet font-normal">{minorOf(participant)}</span>}
      </p>
      {/* On a phone it is below the address, otherwise at the right. It wraps before a long address does. */}
      <div className="col-start-2 col-end-4 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm md:contents">
        <div className="contacts quiet flex min-w-0 flex-wrap gap-x-3 gap-y-1 max-md:w-[calc(100%-2.75rem)] md:col-start-2 md:row-start-2">
          {userEmail === null && (
            <span>{say(mailedTo === null ? "participants.no_mail" : "participants.by_name")}</span>
          )}
          <Contacts email={userEmail ?? mailedTo} phone={phone} />
        </div>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 empty:hidden md:col-start-3 md:row-span-2 md:row-start-1 md:flex-col md:items-end">
          <RegistrationStatus
            participant={participant}
            timeZone={timeZone}
            arrivals={arrivals}
            isUnderWay={isUnderWay}
          />
        </div>
      </div>
      {names.length > 0 && (
        <p className="col-start-2 col-end-4 mt-1 flex items-start gap-1.5 text-sm">
          <Icon name="users-round" className="quiet mt-0.5 size-4" />
          <span dir="auto" className="min-w-0 break-words">
            {say("participants.with", { names: names.join(", ") })}
          </span>
        </p>
      )}
      {participant.note && <Note {...participant.note} />}
      {!isOwn && (participant.memberId !== null || onRemove || onNote || onRegular) && (
        <RowMenu participant={participant} onRemove={onRemove} onNote={onNote} onRegular={onRegular} />
      )}
    </li>
  );
}

/** The organizers' note on a person, with its author as a title. */
function Note({ text, writtenBy }: NonNullable<Participant["note"]>) {
  return (
    <p
      title={writtenBy === null ? undefined : say("participants.note.by", { name: writtenBy })}
      className="quiet col-start-2 col-end-4 mt-1 flex items-start gap-1.5 text-sm"
    >
      <Icon name="pencil" className="mt-0.5 size-4" />
      <span className="sr-only">{say("participants.note.label")}</span>
      <span dir="auto" className="min-w-0 break-words">
        {text}
      </span>
    </p>
  );
}

const goTo = (row: HTMLElement | null) => row?.scrollIntoView({ block: "center" });

/** Says that a person is under 18, and which guardian agreed or when the gate asked for one. */
function minorInWords(guardian: string | null, askedAt: string | undefined, timeZone: string): string {
  if (guardian !== null) return say("participants.minor.agreed", { guardian });
  if (askedAt === undefined) return say("participants.minor");
  return say("participants.minor.asked", { time: timeOf(new Date(askedAt), timeZone) });
}

/**
 * The organizer's actions for a person. On a phone the menu is on the line of the name, regardless of the lines below.
 */
function RowMenu({
  participant,
  onRemove,
  onNote,
  onRegular,
}: Pick<RowProps, "participant" | "onRemove" | "onNote" | "onRegular">) {
  const { _id, memberId, userName: name, userEmail, isBlocked, note } = participant;
  return (
    <div className="col-start-3 row-start-1 -my-2.5 self-start md:col-start-4 md:row-start-1 md:row-end-3 md:self-center">
      <MoreMenu id={`person-${_id}`} label={say("participants.more_of", { name })} heading={name}>
        {onNote && (
          <button
            type="button"
            aria-label={say(note ? "participants.note.change_of" : "participants.note_of", { name })}
            onClick={fromMenu(onNote)}
          >
            <Icon name="pencil" />
            {say(note ? "participants.note.change" : "participants.note")}
          </button>
        )}
        {onRegular && (
          <button type="button" aria-label={say("regulars.list.make_of", { name })} onClick={fromMenu(onRegular)}>
            <Icon name="calendar-days" />
            {say("regulars.list.make")}
          </button>
        )}
        {/* A person without an address has no account that could be reported or blocked. */}
        {memberId !== null && (
          <>
            <a href={`mailto:${userEmail}`} aria-label={say("participants.write_to.label", { name })}>
              <Icon name="mail" />
              {say("participants.write_to")}
            </a>
            {/* The report page does not name an address's owner, but organizers who come from here know the name. */}
            <Link
              to={`/report?member=${memberId}`}
              state={{ name }}
              aria-label={say("participants.report_of", { name })}
              className="apart"
            >
              <Icon name="flag" />
              {say("participants.report")}
            </Link>
            <Link
              to={`/block?member=${memberId}`}
              aria-label={say(isBlocked ? "participants.unblock_of" : "participants.block_of", { name })}
            >
              <Icon name="ban" />
              {say(isBlocked ? "participants.unblock" : "participants.block")}
            </Link>
          </>
        )}
        {onRemove && (
          <button
            type="button"
            aria-label={say("participants.remove_of", { name })}
            className="text-error"
            onClick={fromMenu(onRemove)}
          >
            <Icon name="user-minus" />
            {say("participants.remove")}
          </button>
        )}
      </MoreMenu>
    </div>
  );
}

/** Says which people of a party are here, or came; null if none. */
function arrivalInWords({ _id, guests, spots }: Participant, { state, there }: Arrivals, timeZone: string) {
  const moments = [_id, ...guests.map((guest) => guest._id)].flatMap(
    (id) => there.get(id) ?? (there.has(id) ? [""] : []),
  );
  const values = { count: moments.length, spots };
  if (moments.length === 0) return null;
  if (state !== "here")
    return moments.length < spots ? say("participants.came.some", values) : say("participants.came");
  if (moments.length < spots) return say("participants.here.some", values);
  const [first = ""] = moments.toSorted();
  return say("participants.here", { time: timeOf(new Date(first), timeZone) });
}

/** A person's state: blocked; joined, with the time and whether they came; or their position on the waitlist. */
function RegistrationStatus({
  participant,
  timeZone,
  arrivals,
  isUnderWay,
}: Pick<RowProps, "participant" | "timeZone" | "arrivals" | "isUnderWay">) {
  const { state, position, spots, offeredUntil, joinedAt, confirmedAt, isBlocked } = participant;
  // 'Blocked' is about the organizer and the person, not about a spot, so it is not shown as a chip.
  const blocked = isBlocked && (
    <span className="inline-flex items-center gap-1 font-semibold text-error">
      <Icon name="ban" className="size-3.5" />
      {say("participants.blocked")}
    </span>
  );
  if (state === "joined") {
    const arrival = arrivals && arrivalInWords(participant, arrivals, timeZone);
    return (
      <>
        {blocked}
        {arrival ? (
          <HereBadge>{arrival}</HereBadge>
        ) : (
          (arrivals?.state === "came" || confirmedAt) && (
            <span className={`${badge} border border-base-300`}>
              {say(arrivals?.state === "came" ? "participants.absent" : "participants.coming")}
            </span>
          )
        )}
        {/* Organizers do not need it while people arrive. */}
        {!isUnderWay && (
          <span className="quiet whitespace-nowrap">
            {say("participants.joined_on", { date: nearDateOf(new Date(joinedAt), timeZone) })}
          </span>
        )}
      </>
    );
  }
  const until = offeredUntil && new Date(offeredUntil);
  return (
    <>
      {blocked}
      <span className={`${badge} bg-base-300`}>
        <Icon name="hourglass" className="size-3.5" />
        {positionOf({ position, spots })}
      </span>
      {until && (
        <span className="font-medium text-accent">
          {say("participants.offered", { until: momentOf(until, timeZone) })}
        </span>
      )}
    </>
  );
}
