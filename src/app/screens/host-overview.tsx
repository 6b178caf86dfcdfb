import { useCallback } from "react";

import type { HostOverview } from "#domain/hosting/shapes.ts";
import { textIn } from "#domain/time-zones/rules.ts";
import { localeNow, say } from "#messages/say.ts";

import type { Route } from "./+types/host-overview";
import { Link } from "../addresses.ts";
import { LateTasks } from "../hosting/late-tasks.tsx";
import { momentOf } from "../hosting/moment.ts";
import { pageMeta } from "../page-meta.ts";
import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { useAnswer } from "../session/use-answer.ts";
import { Icon } from "../ui/icon.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/host", title: say("host.title"), forMembers: true });

/** The state of the site: what needs a host first, then its health, and the numbers by week. */
export default function HostOverviewPage() {
  const { asked, again } = useAnswer(useCallback(() => ask((api) => api.host.overview.$get()), []));
  return (
    <div className="flex flex-col gap-8">
      <h1 className="text-page">{say("host.title")}</h1>
      <Answered asked={asked} again={again} cards={3}>
        {({ answer }) => <Overview overview={answer} onChanged={again} />}
      </Answered>
    </div>
  );
}

function Overview({ overview, onChanged }: { overview: HostOverview; onChanged: () => void }) {
  const { tasks, weeks, health } = overview;
  return (
    <>
      {health.openReports > 0 && <Reports {...health} />}
      <section aria-labelledby="tasks" className="-mt-4 flex flex-col gap-3">
        <h2 id="tasks" className="sr-only">
          {say("host.tasks")}
        </h2>
        <p role="status" className="flex items-center gap-2 text-lg">
          <Icon
            name={tasks.length === 0 ? "circle-check" : "circle-exclamation-point"}
            className={`size-6 ${tasks.length === 0 ? "text-success" : "text-accent"}`}
          />
          {tasks.length === 0 ? say("host.well") : say("host.unwell", { count: tasks.length })}
        </p>
        {tasks.length > 0 && <LateTasks tasks={tasks} onChanged={onChanged} />}
      </section>
      <Health {...overview} />
      <section aria-labelledby="weeks" className="flex flex-col gap-3">
        <h2 id="weeks" className="text-part">
          {say("host.weeks")}
        </h2>
        <Weeks weeks={weeks} />
      </section>
    </>
  );
}

/** The open reports, with a link to them. */
const Reports = ({ openReports, urgentReports }: HostOverview["health"]) => (
  <Link to="/host/reports" className="sheet -mt-4 flex items-center gap-3 p-4 hover:bg-base-200 sm:px-6">
    <span className="flex flex-1 flex-wrap items-center gap-x-3 text-lg font-semibold">
      {say("host.reports", { count: openReports })}
      {urgentReports > 0 && (
        <span className="badge bg-error text-error-content">
          {say("host.reports.urgent", { count: urgentReports })}
        </span>
      )}
    </span>
    <Icon name="chevron-down" className="size-5 shrink-0 -rotate-90" />
  </Link>
);

function Health({ outbox, health }: Pick<HostOverview, "outbox" | "health">) {
  const { due, oldestDue } = outbox;
  const facts = [
    [say("host.health.ready"), say(health.ready ? "host.health.ready.yes" : "host.health.ready.no")],
    [say("host.health.database"), say("host.health.database.value", { count: health.database })],
    [say("host.health.last"), health.lastMail ? momentOf(health.lastMail) : say("host.health.none")],
    [say("host.health.failed"), String(outbox.failed)],
    [
      say("host.health.due"),
      oldestDue ? say("host.health.due.since", { count: due, date: momentOf(oldestDue) }) : String(due),
    ],
    [say("host.health.waiting"), String(outbox.waiting)],
  ] as const;
  return (
    <section aria-labelledby="health" className="flex flex-col gap-3">
      <h2 id="health" className="text-part">
        {say("host.health")}
      </h2>
      <dl className="sheet host-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="quiet text-sm">{label}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const columns = ["members", "events", "registrations", "mails"] as const;

function Weeks({ weeks }: Pick<HostOverview, "weeks">) {
  return (
    <div className="sheet overflow-hidden">
      <table className="w-full text-end text-sm sm:text-base">
        <thead>
          <tr>
            <th scope="col" className="p-2 ps-4 text-start font-semibold sm:px-6 sm:py-3">
              {say("host.weeks.from")}
            </th>
            {columns.map((name) => (
              <th key={name} scope="col" className="p-2 text-end font-semibold last:pe-4 sm:px-6 sm:last:pe-6">
                {say(`host.weeks.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.from} className="border-t border-base-300">
              <th scope="row" className="p-2 ps-4 text-start font-normal whitespace-nowrap sm:px-6 sm:py-3">
                {dayOf(week.from)}
              </th>
              {columns.map((name) => (
                <td key={name} className="p-2 tabular-nums last:pe-4 sm:px-6 sm:last:pe-6">
                  {week[name].toLocaleString(localeNow())}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const dayOf = (date: string) => textIn("UTC", "nearDate", new Date(`${date}T00:00Z`));
