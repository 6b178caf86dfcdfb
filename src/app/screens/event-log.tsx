import { useCallback } from "react";

import { dateOf, timeOf } from "#domain/events/rules.ts";
import { actionInWords } from "#domain/team-log/rules.ts";
import type { LogEntry } from "#domain/team-log/shapes.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/event-log";
import { pageMeta } from "../page-meta.ts";
import { Answered } from "../session/answered.tsx";
import { askPage } from "../session/ask.ts";
import { LoadMore } from "../session/load-more.tsx";
import { useList } from "../session/use-list.ts";
import { Avatar } from "../ui/avatar.tsx";
import { BackButton } from "../ui/back-button.tsx";

import "../teams/teams.css";

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta({ matches, path: `/manage-events/${params.id}/log`, title: say("log.title"), forMembers: true });

/** The actions of an event's organizers, by day, the latest first. */
export default function EventLog({ params: { id } }: Route.ComponentProps) {
  const { list, retry, loadMore } = useList(
    useCallback(
      (cursor?: string) =>
        askPage((api) =>
          api.events[":id"].log.$get({ param: { id }, query: { limit: "50", ...(cursor && { cursor }) } }),
        ),
      [id],
    ),
  );
  return (
    <div className="flex w-full max-w-narrow flex-col gap-3">
      <BackButton otherwise={`/manage-events/${id}`} />
      <h1 className="text-page">{say("log.title")}</h1>
      <Answered asked={list} again={retry} failed={say("log.failed")}>
        {({ rows }) =>
          rows.length === 0 ? <p>{say("log.empty")}</p> : daysOf(rows).map((day) => <Day key={day.date} {...day} />)
        }
      </Answered>
      <LoadMore list={list} onPress={loadMore} />
      <p className="quiet text-sm">{say("log.only")}</p>
    </div>
  );
}

/** The reader's own zone: this page is only for them. */
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function daysOf(entries: LogEntry[]) {
  const byDate = Map.groupBy(entries, ({ at }) => dateOf(new Date(at), zone()));
  return [...byDate].map(([date, rows]) => ({ date, rows }));
}

const Day = ({ date, rows }: { date: string; rows: LogEntry[] }) => (
  <section>
    <h2 className="text-small mb-2">{date}</h2>
    <ul className="sheet divide-y divide-base-300">
      {rows.map((entry) => (
        <li key={entry._id} className="log-entry">
          <Avatar name={entry.name} photo={entry.photo} />
          <div>
            <p dir="auto" className="font-semibold">
              {entry.name ?? say("log.gone")}
            </p>
            <p className="quiet text-sm">{actionInWords(entry)}</p>
          </div>
          <p className="quiet text-sm">{timeOf(new Date(entry.at), zone())}</p>
        </li>
      ))}
    </ul>
  </section>
);
