import { useCallback } from "react";
import { useSearchParams } from "react-router";

import { nearDateOf } from "#domain/events/rules.ts";
import type { Review } from "#domain/reports/shapes.ts";
import { say } from "#messages/reports-host.ts";

import type { Route } from "./+types/host-reports";
import { Link } from "../addresses.ts";
import { pageMeta } from "../page-meta.ts";
import { ReviewBadges } from "../reports/review-badges.tsx";
import { askPage } from "../session/ask.ts";
import { OwnList } from "../session/own-list.tsx";
import { useList } from "../session/use-list.ts";
import { EmptyState } from "../ui/empty-state.tsx";

const states = ["open", "decided"] as const;
type State = (typeof states)[number];

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/host/reports", title: say("host.reports.title"), forMembers: true });

/** What a host has to decide, what is urgent first; and what was decided, the latest first. */
export default function HostReports() {
  const state: State = useSearchParams()[0].get("state") === "decided" ? "decided" : "open";
  const fetchPage = useCallback(
    (cursor?: string) =>
      askPage((api) => api.host.reviews.$get({ query: { state, limit: "20", ...(cursor && { cursor }) } })),
    [state],
  );
  const { list, retry, loadMore } = useList(fetchPage);
  const isOpen = state === "open";
  return (
    <OwnList
      title={say("host.reports.title")}
      count={(count) => say(isOpen ? "host.reports.count" : "host.reports.count_decided", { count })}
      list={list}
      retry={retry}
      loadMore={loadMore}
      action={<States chosen={state} />}
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

const States = ({ chosen }: { chosen: State }) => (
  <nav aria-label={say("host.reports.state")} className="flex rounded-field border border-base-300 p-1">
    {states.map((state) => (
      <Link
        key={state}
        to={state === "open" ? "/host/reports" : "/host/reports?state=decided"}
        aria-current={state === chosen ? "page" : undefined}
        className={`btn px-3 ${state === chosen ? "btn-secondary" : "btn-ghost"}`}
      >
        {say(`host.reports.${state}`)}
      </Link>
    ))}
  </nav>
);

function ReviewRow({ review }: { review: Review }) {
  const { _id, about, cause, title, openedAt, decidedAt, reports, confirmed, mainReason } = review;
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  const name = title ?? say(`review.gone.${about}`);
  return (
    <article className="sheet flex flex-col gap-3 p-4 sm:flex-row sm:items-center sm:gap-5 sm:px-6">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="quiet">{say(`review.about.${about}`)}</span>
          <ReviewBadges review={review} />
        </p>
        <h2 dir="auto" className="mt-1 text-xl leading-snug break-words">
          {name}
        </h2>
        {mainReason && <p className="mt-1">{say(`report.reason.${mainReason}`)}</p>}
        <p className={`quiet flex flex-wrap gap-x-4 ${mainReason ? "" : "mt-1"}`}>
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
      </div>
      <Link
        to={`/host/reports/${_id}`}
        aria-label={say("host.reports.look_of", { title: name })}
        className="btn btn-secondary"
      >
        {say("host.reports.look")}
      </Link>
    </article>
  );
}

/** How many people have reported it, and how many of them have an address that is confirmed. */
function saidBy(count: number, confirmed: number): string {
  if (confirmed === count) return say("host.reports.said_by_all", { count });
  const said = say("host.reports.said", { count });
  return confirmed > 0 ? `${said}, ${say("host.reports.confirmed", { count: confirmed })}` : said;
}
