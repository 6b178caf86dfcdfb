import { listPath } from "#domain/events/rules.ts";
import type { WayOut } from "#domain/events/ways-out.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { Drawing } from "../ui/drawing.tsx";
import { Icon } from "../ui/icon.tsx";
import { EventCards } from "../events/event-cards.tsx";
import type { EventOnCard } from "../events/on-card.ts";

import "./no-events-found.css";

type NoEventsFoundProps = {
  /** The sentence that nothing was found, or that the town is unknown. */
  text: string;
  /** The suggested spelling of a word that no event has. */
  meant: WayOut | null;
  /** True if the word is merely misspelled; then there is nothing to follow. */
  isMisspelt: boolean;
  ways: WayOut[];
  /** The events nearest to the request. */
  near: EventOnCard[];
  /** The heading of these events. */
  nearTitle: string;
  /** The request as a query that can be followed; null if its town is unknown. */
  follow: string | null;
};

const follows = (query: string) => `/newsletter?${new URLSearchParams({ filter: query })}` as const;

const wayOut = ({ name, query, count }: WayOut) => (
  <li key={name}>
    <Link to={listPath(query)} preventScrollReset>
      {name} <b>{count || null}</b>
    </Link>
  </li>
);

/**
 * Takes the list's place when nothing matches: the specified words, and suggestions with their numbers of results, the
 * likeliest first.
 */
export function NoEventsFound({ text, meant, isMisspelt, ways, near, nearTitle, follow }: NoEventsFoundProps) {
  const wayMeant = meant && wayOut(meant);
  return (
    <>
      <div className="nothing mt-3 grid gap-x-3 rounded-box border border-base-300 bg-base-100 p-4 sm:relative sm:mt-6 sm:block sm:min-h-38 sm:overflow-hidden sm:py-4 sm:ps-6">
        <h2 className="text-part">{say("upcoming.empty.title")}</h2>
        <p className="mt-1 wrap-anywhere">{text}</p>
        {!meant && follow !== null && ways[0] && (
          <p className="quiet mt-3 -mb-1.5 text-[0.9375rem]">{say("upcoming.empty.instead")}</p>
        )}
        <ul className="mt-3 grid gap-2 sm:mt-4 sm:flex sm:flex-wrap sm:text-[0.9375rem]">
          {wayMeant}
          {!meant && follow === null && (
            <li>
              <button type="button" popoverTarget="filters">
                {say("upcoming.empty.town")}
              </button>
            </li>
          )}
          {ways.map(wayOut)}
          {!isMisspelt && follow !== null && (
            <li>
              <Link to={follows(follow)} rel="nofollow">
                {say("upcoming.empty.follow")}
                <Icon name="bell" />
              </Link>
            </li>
          )}
        </ul>
        <Drawing scene="empty" className="" />
      </div>
      {near.length > 0 && (
        <section aria-labelledby="near" className="mt-7">
          <h2 id="near" className="mb-3 text-part">
            {nearTitle}
          </h2>
          <EventCards events={near} />
        </section>
      )}
    </>
  );
}
