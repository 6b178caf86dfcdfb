import { useState } from "react";
import { eventPath, spotsOf } from "#domain/events/rules.ts";
import type { Event, MyEvent } from "#domain/events/shapes.ts";
import type { Figures } from "#domain/outcomes/shapes.ts";
import { hasBegun, hasEnded, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";
import { Link } from "../addresses.ts";
import { EventPicture } from "../events/event-picture.tsx";
import { EventTime } from "../events/event-time.tsx";
import { TypeBadge } from "../events/type-badge.tsx";
import type { SessionUser } from "../session/auth-client.ts";
import { fromMenu, MoreMenu } from "../ui/more-menu.tsx";
import { GateButton } from "../gates/gate-button.tsx";
import { isGateDay } from "../gates/gate-day.ts";
import { RunAgain } from "./run-again.tsx";
import { spotsInWords } from "./spots-in-words.ts";
import { Icon } from "../ui/icon.tsx";
import "../events/event-row.css";
import "./manage.css";
import { ask } from "../session/ask.ts";
import { useDeed } from "../session/use-deed.ts";
import { toast } from "../ui/toast.tsx";

type ManagedCardProps = {
  event: MyEvent;
  member: SessionUser;
  /** True if the organizer has answered why it is hidden. */
  isAnswered: boolean;
  /** The outcome, if known; null for an event that is not over. */
  figures: Figures["events"][number] | null;
  onPublished: (event: Event) => void;
  onEdit: () => void;
  onTell: () => void;
  /** Gives it to a community, or takes it out of one; null for members who cannot. */
  onGive: (() => void) | null;
  onHandOver: () => void;
  onOrganize: () => void;
  onCancel: () => void;
  onDelete: () => void;
};

/** A row of one of the member's own events, with its actions: specification 2 'Manage Events', cards. */
export function ManagedCard({
  event,
  member,
  isAnswered,
  figures,
  onPublished,
  onEdit,
  onTell,
  onGive,
  onHandOver,
  onOrganize,
  onCancel,
  onDelete,
}: ManagedCardProps) {
  const [now] = useState(() => new Date());
  const isOwner = event.role === "owner";
  const isCancelled = event.status === "cancelled";
  const isDraft = event.status === "draft";
  const held = event.status === "under_review" || event.status === "unapproved" ? event.status : null;
  const isShown = !isDraft && !held;
  const { participant: count, capacity: max } = event;
  const joined = max === null ? say("card.joined", { count }) : say("manage.joined_of", { count, max });
  const shown = event.waitlisted > 0 ? `${joined}, ${say("manage.waiting", { count: event.waitlisted })}` : joined;
  const isActive = !isCancelled && !hasBegun(spanOf(event), now);
  const isToCome = isUpcoming(event, now);
  const isGateFirst = isGateDay(event, now);
  const waits = isUnsaid(figures);
  const isOver = isShown && !isCancelled && !isToCome;
  const afterwards = `/manage-events/${event._id}/afterwards` as const;
  return (
    <article className={`event-row managed ${isToCome ? "" : "past"}`}>
      <EventPicture type={event.eventType} url={event.thumbnailUrl} className="row-picture" />
      <div className="row-words">
        {/* On a desktop the badges stand beside the title. */}
        <div className="flex flex-col lg:flex-row-reverse lg:items-center lg:justify-end lg:gap-3">
          <p className="flex flex-none flex-wrap items-center gap-x-1">
            <StateBadge state={stateOf(event, now)} />
            <TypeBadge type={event.eventType} />
            {!isOwner && (
              <span dir="auto" className="quiet text-sm">
                {say("team.with", { name: event.organizer })}
              </span>
            )}
          </p>
          <h3 dir="auto" className="min-w-0">
            {event.title}
          </h3>
        </div>
        <p>
          <EventTime span={spanOf(event)} className={isToCome ? "font-semibold" : ""} />
        </p>
        <p dir="auto" className="truncate">
          {event.community && <bdi className="font-semibold">{event.community.name} · </bdi>}
          {event.location}
        </p>
        {held ? (
          <p>{say(`manage.${held}.text`)}</p>
        ) : isDraft ? (
          <p>{say(member.emailVerified ? "manage.draft.yours" : "manage.draft.text")}</p>
        ) : waits ? (
          <p>
            {/* Its target is higher than its line. */}
            <Link
              to={afterwards}
              className="relative font-semibold text-accent underline underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-3.5"
            >
              {say("manage.unsaid")}
              <span className="sr-only"> {event.title}</span>
            </Link>
          </p>
        ) : (
          <p className="font-semibold">{isOver ? wentIn(event, figures) : shown}</p>
        )}
      </div>
      <div className="row-deeds">
        {isGateFirst && <GateButton eventId={event._id} className="btn btn-primary max-lg:w-full" />}
        {held ? (
          <Link to="/under-review" className="btn first">
            {say(isAnswered ? "manage.under_review.answered" : "manage.under_review.answer")}
          </Link>
        ) : isDraft ? (
          member.emailVerified && <PublishDraft event={event} onPublished={onPublished} />
        ) : (
          <Link
            to={`/manage-events/${event._id}`}
            aria-label={say("manage.people_of", {
              title: event.title,
              spots: spotsInWords(spotsOf(event)).join(", "),
            })}
            className="btn first"
          >
            {say("manage.people")}
          </Link>
        )}
        {isShown && (
          <Link
            to={eventPath(event._id)}
            aria-label={say("manage.view_of", { title: event.title })}
            className="btn deed btn-ghost"
          >
            <Icon name="eye" className="size-5" />
            {say("manage.view")}
          </Link>
        )}
        {!isCancelled && event.status !== "under_review" && (
          <button
            type="button"
            aria-label={say("manage.edit_of", { title: event.title })}
            className="btn deed btn-ghost"
            onClick={onEdit}
          >
            <Icon name="pencil" className="size-5" />
            {say("manage.edit")}
          </button>
        )}
        {isOwner && (
          <button
            type="button"
            aria-label={say("manage.delete_of", { title: event.title })}
            className="btn deed btn-ghost text-error"
            onClick={onDelete}
          >
            <Icon name="trash" className="size-5" />
            {say("manage.delete")}
          </button>
        )}
        <MoreMenu id={`more-${event._id}`} label={say("manage.more_of", { title: event.title })}>
          {isOver && !waits && (
            <Link to={afterwards} aria-label={say("manage.afterwards_of", { title: event.title })}>
              <Icon name="hand-heart" className="size-5" />
              {say("manage.afterwards")}
            </Link>
          )}
          {isShown && isToCome && (
            <button type="button" aria-label={say("tell.open_of", { title: event.title })} onClick={fromMenu(onTell)}>
              <Icon name="mail" className="size-5" />
              {say("tell.open")}
            </button>
          )}
          <RunAgain event={event} memberId={member.id} className="" />
          <button
            type="button"
            aria-label={say("manage.organize_of", { title: event.title })}
            onClick={fromMenu(onOrganize)}
          >
            <Icon name="user-round-plus" className="size-5" />
            {say("team.title")}
          </button>
          {onGive && event.status !== "under_review" && (
            <button
              type="button"
              aria-label={say(event.community ? "manage.give_back_of" : "manage.give_of", { title: event.title })}
              onClick={fromMenu(onGive)}
            >
              <Icon name="users-round" className="size-5" />
              {say(event.community ? "manage.give_back" : "manage.give")}
            </button>
          )}
          {isOwner && isActive && isShown && !event.community && (
            <button
              type="button"
              aria-label={say("manage.transfer_of", { title: event.title })}
              onClick={fromMenu(onHandOver)}
            >
              <Icon name="hand-heart" className="size-5" />
              {say("manage.transfer")}
            </button>
          )}
          {isShown && isToCome && (
            <button
              type="button"
              aria-label={say("manage.cancel_of", { title: event.title })}
              className="apart text-error"
              onClick={fromMenu(onCancel)}
            >
              <Icon name="calendar-x" className="size-5" />
              {say("cancel.open")}
            </button>
          )}
        </MoreMenu>
      </div>
    </article>
  );
}

/** '14 joined · 12 came · 30 h', without the hours if they would reveal one person's. */
function wentIn({ participant }: Event, figures: Figures["events"][number] | null): string {
  const joined = say("card.joined", { count: participant });
  if (!figures?.isSaid) return joined;
  const { came, hours } = figures;
  const said = came === null ? say("manage.said") : say("manage.came", { count: came, hours: hours ?? 0 });
  return `${joined} · ${said}`;
}

/** True if people may have come, but the organizer has not reported it. */
export const isUnsaid = (figures: Figures["events"][number] | null): boolean =>
  figures !== null && !figures.isSaid && figures.joined > 0;

/** True if an event is still to come, or under way. */
export const isUpcoming = (event: Event, now: Date): boolean =>
  event.status !== "cancelled" && !hasEnded(spanOf(event), now);

type State = Event["status"] | "under_way" | "inactive";

function stateOf(event: Event, now: Date): State {
  if (event.status !== "active") return event.status;
  if (!hasBegun(spanOf(event), now)) return "active";
  return hasEnded(spanOf(event), now) ? "inactive" : "under_way";
}

/**
 * Specification 4 'Manage list badge': Active while the event's date is now or later. We add: under way until it ends,
 * Canceled, Draft, and the states of an event that hosts hold back.
 */
const StateBadge = ({ state }: { state: State }) => (
  <span className="badge badge-status">{say(`manage.${state}`)}</span>
);

/** Publishes a draft. Confirming the address did not publish it, because another person may have written it. */
function PublishDraft({ event, onPublished }: { event: Event; onPublished: (event: Event) => void }) {
  const { busy, run } = useDeed(
    () => ask((api) => api.events[":id"].publish.$post({ param: { id: event._id } })),
    () => {
      onPublished({ ...event, status: "active" });
      toast("success", say("manage.draft.published"));
    },
  );

  return (
    <button
      type="button"
      aria-label={say("manage.draft.publish_of", { title: event.title })}
      aria-disabled={busy || undefined}
      className="btn btn-primary first"
      onClick={run}
    >
      <Icon name="circle-check" className="size-5" />
      {say("manage.draft.publish")}
    </button>
  );
}
