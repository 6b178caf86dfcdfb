import type { WayOut } from "#domain/events/ways-out.ts";
import { say } from "#messages/events.ts";

import { Link } from "../addresses.ts";
import { FollowFilter } from "../follows/follow-filter.tsx";
import { Drawing } from "../ui/drawing.tsx";
import { EventCard } from "./event-card.tsx";
import { listAddress } from "./list-filter.ts";
import type { EventOnCard } from "./on-card.ts";

type NoEventsFoundProps = {
  /** What was asked for, in words; '' where that was everything. */
  asked: string;
  ways: WayOut[];
  /** The events that are nearest to what was asked for. */
  near: EventOnCard[];
  /** What was asked for, to be followed. */
  follow: { query: string; words: string };
};

/** Stands in the list when nothing matches: the specified words, and each way out with its number. */
export function NoEventsFound({ asked, ways, near, follow }: NoEventsFoundProps) {
  return (
    <>
      <div className="nothing">
        <h2>{say("upcoming.empty.title")}</h2>
        <p>{say("upcoming.empty.text")}</p>
        {asked && (
          <p className="quiet wrap-anywhere">
            {asked}
            {ways.length > 1 && ` ${say("upcoming.empty.instead")}`}
          </p>
        )}
        {ways.length > 0 && (
          <ul>
            {ways.map(({ name, query, count }) => (
              <li key={name}>
                <Link to={listAddress(query)} preventScrollReset>
                  {name} <b>{count}</b>
                </Link>
              </li>
            ))}
          </ul>
        )}
        <FollowFilter {...follow} first className="btn mt-3" />
        <Drawing scene="empty" className="" />
      </div>
      {near.length > 0 && (
        <section aria-labelledby="near" className="near">
          <h2 id="near">{say("upcoming.empty.near")}</h2>
          <ul className="cards">
            {near.map((event) => (
              <li key={event._id} className="card-place">
                <EventCard event={event} heading="h3" />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
