import { useCallback } from "react";
import { useSearchParams } from "react-router";

import { nearDateOf } from "#domain/events/rules.ts";
import type { Review } from "#domain/reports/shapes.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/host-reports";
import { Link } from "../addresses.ts";
import { pageMeta } from "../page-meta.ts";
import { ReviewBadges } from "../reports/review-badges.tsx";
import { askPage } from "../session/ask.ts";
import { OwnList } from "../session/own-list.tsx";
import { useAnswer } from "../session/use-answer.ts";
import { useList } from "../session/use-list.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";

import "../ui/switch.css";

const states = ["open", "decided"] as const;
type State = (typeof states)[number];

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/host/reports", title: say("host.reports.title"), forMembers: true });

/** The reviews to decide, urgent ones first; and the decided ones, the latest first. */
export default function HostReports() {
  const state: State = useSearchParams()[0].get("state") === "decided" ? "decided" : "open";
  const fetchPage = useCallback(
    (cursor?: string) =>
      askPage((api) => api.host.reviews.$get({ query: { state, limit: "20", ...(cursor && { cursor }) } })),
    [state],
  );
  const { list, retry, loadMore } = useList(fetchPage);
  const { asked: totals } = useAnswer(countAll);
  const isOpen = state === "open";
  return (
    <OwnList
      title={say("host.reports.title")}
      count={(count) => say(isOpen ? "host.reports.count" : "host.reports.count_decided", { count })}
      list={list}
      retry={retry}
      loadMore={loadMore}
      action={<States chosen={state} totals={totals.status === "there" ? totals.answer : null} />}
      empty={
        <EmptyState
          title={say(isOpen ? "host.reports.empty" : "host.reports.empty_decided")}
          text={say("host.reports.empty.text")}
        />
      }
    >
      {(rows) => (
        <ul className="flex flex-col gap-3">
          {rows.map((review) => (
            <li key={review._id}>
              <ReviewRow review={review} />
            </li>
          ))}
        </ul>
      )}
    </OwnList>
  );
}

/** The number of reviews in each state. */
async function countAll(): Promise<Record<State, number>> {
  const [open, decided] = await Promise.all(
    states.map(
      async (state) => (await askPage((api) => api.host.reviews.$get({ query: { state, limit: "1" } }))).total,
    ),
  );
  return { open: open ?? 0, decided: decided ?? 0 };
}

const States = ({ chosen, totals }: { chosen: State; totals: Record<State, number> | null }) => (
  <nav aria-label={say("host.reports.state")} className="switch">
    {states.map((state) => (
      <Link
        key={state}
        to={state === "open" ? "/host/reports" : "/host/reports?state=decided"}
        aria-current={state === chosen ? "page" : undefined}
        className="btn btn-ghost"
      >
        {say(`host.reports.${state}`)}
        {totals && <span className="font-normal tabular-nums">{totals[state]}</span>}
      </Link>
    ))}
  </nav>
);

function ReviewRow({ review }: { review: Review }) {
  const { _id, about, cause, title, openedAt, decidedAt, decidedFor, reports, confirmed, mainReason } = review;
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <article className="sheet report-row">
      <p>
        {title !== null && <span className="quiet">{say(`review.about.${about}`)}</span>}
        <ReviewBadges review={review} />
      </p>
      <h2 dir="auto" className="text-small break-words">
        <Link to={`/host/reports/${_id}`}>{title ?? say(`review.gone.${about}`)}</Link>
      </h2>
      {mainReason && <p>{say(`report.reason.${mainReason}`)}</p>}
      {decidedFor && (
        <p dir="auto" className="line-clamp-2 break-words">
          {say("host.reports.decided_for", { reason: decidedFor })}
        </p>
      )}
      <p className="quiet">
        {[
          ...(cause === "report" ? [] : [say(`host.reports.${cause}`)]),
          ...(reports > 0 ? [saidBy(reports, confirmed)] : []),
          say(decidedAt ? "host.reports.decided_on" : "host.reports.since", {
            date: nearDateOf(new Date(decidedAt ?? openedAt), zone),
          }),
        ].map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
      <Icon name="chevron-down" className="size-5 -rotate-90" />
    </article>
  );
}

/** The number of people who have reported it, and of those with a confirmed address. */
function saidBy(count: number, confirmed: number): string {
  if (confirmed === count) return say("host.reports.said_by_all", { count });
  const said = say("host.reports.said", { count });
  return confirmed > 0 ? `${said}, ${say("host.reports.confirmed", { count: confirmed })}` : said;
}
