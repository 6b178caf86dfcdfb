import { lazy, Suspense, useCallback, useState } from "react";
import { useOutletContext } from "react-router";

import type { Event, MyEvent } from "#domain/events/shapes.ts";
import { undoTime } from "#domain/registrations/rules.ts";
import type { OwnCommunity } from "#domain/rights/shapes.ts";
import { hasEnded, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import type { Route } from "./+types/manage-events";
import { pageMeta } from "../page-meta.ts";
import { isGateDay } from "../gates/gate-day.ts";
import { MoreMenu } from "../ui/more-menu.tsx";
import { isUnsaid, isUpcoming, ManagedCard } from "../organizing/managed-card.tsx";
import { OwnList } from "../session/own-list.tsx";
import { ask, askPage } from "../session/ask.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { useAnswer } from "../session/use-answer.ts";
import { useDeed } from "../session/use-deed.ts";
import { useList } from "../session/use-list.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { openPart } from "../ui/open-part.ts";
import { toast } from "../ui/toast.tsx";

// Styles of lazily loaded dialogs, which bring none of their own.
import "../teams/teams.css";
import "../ui/copy-button.css";
import "../ui/dialog-foot.css";
import "../events/spots-left.css";

// Loaded on demand, as most visits need none of these.
const dialogs = {
  edit: () => import("../organizing/edit-event.tsx"),
  handOver: () => import("../organizing/transfer-event.tsx"),
  organize: () => import("../teams/organize-with-others.tsx"),
  delete: () => import("../organizing/delete-event.tsx"),
  cancel: () => import("../organizing/cancel-event.tsx"),
  tell: () => import("../outreach/tell-people.tsx"),
  give: () => import("../organizing/give-event.tsx"),
};
const EditEvent = lazy(dialogs.edit);
const TransferEvent = lazy(dialogs.handOver);
const OrganizeWithOthers = lazy(dialogs.organize);
const DeleteEvent = lazy(dialogs.delete);
const CancelEvent = lazy(dialogs.cancel);
const TellPeople = lazy(dialogs.tell);
const GiveEvent = lazy(dialogs.give);
const ComingSoon = lazy(() => import("../events/coming-soon.tsx"));

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/manage-events", title: say("manage.title"), forMembers: true });

/** Specification 2 'Manage Events': the member's own events, to view, edit and delete. */
export default function ManageEvents() {
  const member = useOutletContext<SessionUser>();
  const { email } = member;
  const [opened, setOpened] = useState<{ dialog: keyof typeof dialogs; event: Event } | null>(null);
  const { list, retry, loadMore, edit } = useList(
    useCallback(
      (cursor?: string) =>
        askPage((api) => api.myEvents.$get({ query: { email, order: "upcoming", ...(cursor && { cursor }) } })),
      [email],
    ),
  );

  const isHeld = list.status === "there" && list.rows.some(({ status }) => heldStatuses.has(status));
  const { asked: reviews } = useAnswer(isHeld ? fetchReviews : noReviews);
  const answered =
    reviews.status === "there"
      ? reviews.answer.filter(({ answer }) => answer !== null).map(({ eventId }) => eventId)
      : [];

  const isAnyOver = list.status === "there" && list.rows.some(isOver);
  const { asked: figures } = useAnswer(isAnyOver ? fetchFigures : noFigures);
  const figuresOf = ({ _id }: Event) =>
    (figures.status === "there" && figures.answer.find((one) => one._id === _id)) || null;
  const waiting =
    list.status === "there" ? list.rows.filter((event) => isRecent(event) && isUnsaid(figuresOf(event))) : [];
  const isGateFirst = list.status === "there" && list.rows.some(isItsDay);

  /** Specification 4 'Edit modal': a change on the server changes the list here too. */
  const put = (changed: Event) =>
    edit((now) => ({
      ...now,
      rows: now.rows.map((event) => (event._id === changed._id ? { ...event, ...changed } : event)),
    }));
  const drop = (gone: Event) =>
    edit((now) => {
      const rows = now.rows.filter(({ _id }) => _id !== gone._id);
      const isOwn = now.rows.some(({ _id, role }) => _id === gone._id && role === "owner");
      return { ...now, total: now.total - 1, own: now.own - (isOwn ? 1 : 0), rows };
    });

  const { asked: own } = useAnswer(fetchCommunities);
  const communities = own.status === "there" ? own.answer : [];

  const open = (dialog: keyof typeof dialogs, event: Event) =>
    openPart(dialogs[dialog], () => setOpened({ dialog, event }));
  const close = () => setOpened(null);
  const { run: comeBack } = useDeed(
    (undo: () => Promise<unknown>) => undo(),
    () => {
      toast("success", say("team.back"));
      retry();
    },
  );
  const left = (event: Event, undo: () => Promise<unknown>) => {
    close();
    drop(event);
    const press = () => comeBack(undo);
    toast("success", say("team.left", { title: event.title }), { text: say("undo"), press }, { stay: undoTime });
  };

  const isEmpty = list.status === "there" && list.rows.length === 0;

  return (
    <>
      <OwnList
        title={say("manage.title")}
        count={() => say("manage.count", { count: list.status === "there" ? list.own : 0 })}
        beside={
          waiting[0] ? (
            <>
              {" · "}
              <a href={`#event-${waiting[0]._id}`} className="font-semibold text-accent underline underline-offset-4">
                {say("manage.to_thank", { count: waiting.length })}
              </a>
            </>
          ) : null
        }
        list={list}
        failed={say("list.failed")}
        retry={retry}
        loadMore={loadMore}
        action={
          <span className="flex flex-1 gap-1 lg:flex-none">
            {/* Only one button on the page is filled: the empty list's, or on an event's day the gate's. */}
            <Link to="/create-event" className={`btn flex-1 ${isEmpty || isGateFirst ? "" : "btn-primary"}`}>
              <Icon name="plus" className="size-5" />
              {say("manage.new")}
            </Link>
            <MoreMenu id="more-ways" label={say("manage.more")}>
              {isAnyOver && (
                <Link to="/manage-events/figures">
                  <Icon name="gauge" />
                  {say("manage.figures")}
                </Link>
              )}
              <Link to="/import-events">
                <Icon name="download" />
                {say("manage.import")}
              </Link>
            </MoreMenu>
          </span>
        }
        empty={
          <>
            <EmptyState title={say("manage.empty")} text={say("manage.empty.text")}>
              <Link to="/create-event" className="btn btn-primary">
                {say("manage.empty.link")}
              </Link>
            </EmptyState>
            <Suspense>
              <ComingSoon />
            </Suspense>
          </>
        }
      >
        {(events) => (
          <>
            {partsOf(events).map(({ title, rows }) => (
              <section key={title} className="flex flex-col gap-2.5">
                <h2 className="text-part">{title}</h2>
                <ul className="flex flex-col gap-2.5">
                  {rows.map((event) => (
                    <li key={event._id} id={`event-${event._id}`}>
                      <ManagedCard
                        event={event}
                        member={member}
                        isAnswered={answered.includes(event._id)}
                        figures={figuresOf(event)}
                        onPublished={put}
                        onEdit={() => open("edit", event)}
                        onTell={() => open("tell", event)}
                        onGive={isGivenBy(event, communities) ? () => open("give", event) : null}
                        onHandOver={() => open("handOver", event)}
                        onOrganize={() => open("organize", event)}
                        onCancel={() => open("cancel", event)}
                        onDelete={() => open("delete", event)}
                      />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </OwnList>
      <Suspense>
        {opened?.dialog === "edit" && (
          <EditEvent event={opened.event} email={email} onChanged={put} onSeriesChanged={retry} onClose={close} />
        )}
        {opened?.dialog === "handOver" && <TransferEvent event={opened.event} onClose={close} />}
        {opened?.dialog === "organize" && (
          <OrganizeWithOthers
            at={{ eventId: opened.event._id }}
            timeZone={opened.event.timeZone}
            onClose={close}
            onLeft={(undo) => left(opened.event, undo)}
          />
        )}
        {opened?.dialog === "delete" && (
          <DeleteEvent event={opened.event} email={email} onDeleted={drop} onClose={close} />
        )}
        {opened?.dialog === "tell" && <TellPeople event={opened.event} onClose={close} />}
        {opened?.dialog === "give" && (
          <GiveEvent event={opened.event} communities={communities} onGiven={retry} onClose={close} />
        )}
        {opened?.dialog === "cancel" && <CancelEvent event={opened.event} onCancelled={put} onClose={close} />}
      </Suspense>
    </>
  );
}

const fetchCommunities = () => ask((api) => api.account.communities.$get({}));

/** True if the member may give an event to a community of theirs, or take it out of one. */
const isGivenBy = ({ community, role }: MyEvent, communities: OwnCommunity[]): boolean =>
  role === "owner" && (community !== null || communities.length > 0);

const heldStatuses = new Set<Event["status"]>(["under_review", "unapproved"]);
const fetchReviews = () => ask((api) => api.account.reviews.$get({}));
const noReviews = () => Promise.resolve([]);

const isItsDay = (event: Event) => isGateDay(event, new Date());
const isOver = (event: Event) => hasEnded(spanOf(event), new Date());
/** The number of days after an event for which the page leads to its thanks. */
const recentDays = 7;
const isRecent = ({ eventEnd }: Event) => Date.now() - Date.parse(eventEnd) < recentDays * 86_400_000;
const fetchFigures = async () => (await ask((api) => api.figures.$get({}))).events;
const noFigures = () => Promise.resolve([]);

/**
 * Events to come or under way, soonest first; then those over or canceled. This repeats the server's order, also after
 * a change.
 */
function partsOf(events: MyEvent[]) {
  const now = new Date();
  const soonest = events.toSorted((one, other) => one.eventDate.localeCompare(other.eventDate));
  return [
    { title: say("manage.upcoming"), rows: soonest.filter((event) => isUpcoming(event, now)) },
    { title: say("manage.past"), rows: soonest.filter((event) => !isUpcoming(event, now)).toReversed() },
  ].filter(({ rows }) => rows.length > 0);
}
