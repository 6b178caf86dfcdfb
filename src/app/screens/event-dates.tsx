import { eventPath } from "#domain/events/rules.ts";
import type { ComingDate } from "#domain/series/rules.ts";
import { getAllDates } from "#domain/series/dates.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/event-dates";
import { Link } from "../addresses.ts";
import { orRefusal, showsOnly, visitor } from "../context.ts";
import { pageMeta } from "../page-meta.ts";
import { DateWords, LeftOut, line as lineStyle } from "../series/date-line.tsx";
import { ErrorPage } from "../site/error-page.tsx";
import { BackToAll } from "../ui/back-to-all.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await orRefusal(context, getAllDates(context.get(visitor), params.id));
  const shown = found.lines.flatMap((line) => ("date" in line ? [line.date.eventId] : []));
  context.get(showsOnly)(found.eventId, ...shown);
  return found;
}

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  const title = loaderData ? say("series.dates.title.of", { title: loaderData.title }) : say("error.404.title");
  return pageMeta({ matches, path: `${eventPath(params.id)}/dates`, title, forMembers: true });
};

/** All coming dates of a series, each a link to its page: works without script. */
export default function EventDates({ loaderData: { eventId, title, repeats, lines } }: Route.ComponentProps) {
  return (
    <div className="sheet mx-auto mt-1 flex w-full max-w-lg flex-col gap-3 p-5 sm:mt-0 sm:p-8">
      <BackToAll to={eventPath(eventId)} text={say("series.dates.back")} />
      <h1 className="text-page">{say("series.dates.title")}</h1>
      <p className="quiet text-lg">
        <bdi>{title}</bdi> · {repeats}
      </p>
      {lines.length === 0 ? (
        <p>{say("series.dates.none")}</p>
      ) : (
        <ul>
          {lines.map((line) =>
            "date" in line ? (
              <Line key={line.date.eventId} date={line.date} />
            ) : (
              <LeftOut key={line.leftOut} day={line.leftOut} />
            ),
          )}
        </ul>
      )}
    </div>
  );
}

const Line = ({ date }: { date: ComingDate }) => (
  <li>
    <Link to={eventPath(date.eventId)} className={lineStyle}>
      <DateWords date={date} />
    </Link>
  </li>
);

/** An event that is missing, or that happens once, has no such page. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
