import { lazy, Suspense, useCallback, useState } from "react";
import { useOutletContext } from "react-router";

import type { Registration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import type { Route } from "./+types/joined-events";
import { pageMeta } from "../page-meta.ts";
import { OwnList } from "../session/own-list.tsx";
import { JoinedRow, NextUp } from "../registrations/joined-event.tsx";
import { isOffered } from "../registrations/held-until.ts";
import { joinedParts } from "../registrations/joined-parts.ts";
import { useLeaving } from "../registrations/use-leaving.ts";
import { askPage } from "../session/ask.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { type List, useList } from "../session/use-list.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { openPart } from "../ui/open-part.ts";
import { Spinner } from "../ui/spinner.tsx";

// Styles of a lazily loaded part, which brings none of its own.
import "../events/spots-left.css";

const loadQuestion = () => import("../registrations/leave-dialog.tsx");
const LeaveDialog = lazy(loadQuestion);
// Loaded on demand, as few members have an offer.
const OfferedEvent = lazy(() => import("../registrations/offered-event.tsx"));
// Loaded only for members without a registration.
const ComingSoon = lazy(() => import("../events/coming-soon.tsx"));

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/joined-events", title: say("joined.title"), forMembers: true });

/** Specification 2 'Joined Events': the events that the member has joined or waits for. */
export default function JoinedEvents() {
  const { email } = useOutletContext<SessionUser>();
  const { list, retry, loadMore } = useList(
    useCallback(
      (cursor?: string) => askPage((api) => api["joined-events"].$get({ query: { email, ...(cursor && { cursor }) } })),
      [email],
    ),
  );
  const { gone, leave } = useLeaving();
  // Leaving the last one leaves an empty list.
  const isEmpty = list.status === "there" && list.rows.every(({ _id }) => gone.has(_id)) && !list.next;
  const [asking, setAsking] = useState<Registration | null>(null);
  const askFirst = (join: Registration) => openPart(loadQuestion, () => setAsking(join));
  return (
    <>
      <OwnList
        title={say("joined.title")}
        count={() => countOf(list, gone)}
        list={isEmpty ? { ...list, rows: [] } : list}
        failed={say("list.failed")}
        retry={retry}
        loadMore={loadMore}
        empty={
          <>
            <EmptyState title={say("joined.empty")} text={say("joined.empty.text")}>
              <Link to="/upcoming-events" className="btn btn-primary">
                {say("joined.empty.link")}
              </Link>
            </EmptyState>
            <Suspense>
              <ComingSoon />
            </Suspense>
          </>
        }
      >
        {(joins) => (
          <Suspense fallback={<Spinner cards={3} />}>
            <Board joins={joins.filter(({ _id }) => !gone.has(_id))} onLeave={askFirst} onAnswered={retry} />
          </Suspense>
        )}
      </OwnList>
      {asking && (
        <Suspense>
          <LeaveDialog
            waiting={asking.state === "waiting"}
            count={asking.spots}
            onLeave={() => {
              setAsking(null);
              leave(asking);
            }}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      )}
    </>
  );
}

type BoardProps = { joins: Registration[]; onLeave: (join: Registration) => void; onAnswered: () => void };

/** The parts of the page that have any entries. */
function Board({ joins, onLeave, onAnswered }: BoardProps) {
  const [now] = useState(() => new Date());
  const { offered, next, isUnderWay, beside, later, past } = joinedParts(joins, now);
  const parts = [
    { title: say("joined.later"), rows: later },
    { title: say("joined.past"), rows: past },
  ];
  const rowsOf = (rows: Registration[]) => (
    <ul className="flex flex-col gap-2">
      {rows.map((join) => (
        <li key={join._id}>
          <JoinedRow join={join} isPast={past.includes(join)} onLeave={() => onLeave(join)} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {offered.length > 0 && (
        <section className="flex flex-col gap-3">
          <h2 className="text-part">{say("joined.answer")}</h2>
          <ul className="flex flex-col gap-2">
            {offered.map((join) => (
              <li key={join._id}>
                <OfferedEvent join={join} until={join.offeredUntil} onAnswered={onAnswered} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {next && (
        <section className="flex flex-col gap-3">
          <h2 className="text-part">{say(isUnderWay ? "card.under_way" : "joined.next")}</h2>
          <NextUp join={next} onLeave={() => onLeave(next)} />
          {beside.length > 0 && rowsOf(beside)}
        </section>
      )}
      {parts
        .filter(({ rows }) => rows.length > 0)
        .map(({ title, rows }) => (
          <section key={title} className="flex flex-col gap-3">
            <h2 className="text-part">{title}</h2>
            {rowsOf(rows)}
          </section>
        ))}
    </>
  );
}

/**
 * The numbers of events that the member has joined and of waitlists they are on. An event on whose waitlist they are
 * does not count as joined, and one with an offer does not count as a waitlist.
 */
function countOf(list: List<Registration>, gone: ReadonlySet<string>): string {
  if (list.status !== "there") return "";
  const left = list.rows.filter(({ _id }) => gone.has(_id));
  const waitlisted = list.waitlisted - left.filter(({ state }) => state === "waiting").length;
  const offered = list.rows.filter((join) => isOffered(join) && !gone.has(join._id)).length;
  const joined = list.total - left.length - waitlisted;
  const waitlists = waitlisted - offered;
  const parts = [
    ...(joined > 0 || waitlists === 0 ? [say("joined.count", { count: joined })] : []),
    ...(waitlists > 0 ? [say(joined > 0 ? "joined.and_waitlists" : "joined.waitlists", { count: waitlists })] : []),
  ];
  return parts.join(" ");
}
