import { listPath } from "#domain/events/rules.ts";
import type { Meant } from "#domain/events/spelling.ts";
import type { WayOut } from "#domain/events/ways-out.ts";
import { say } from "#messages/events.ts";

import { Link } from "../addresses.ts";
import { useSession } from "../session/session.tsx";
import { Drawing } from "../ui/drawing.tsx";
import { EventCards } from "./event-cards.tsx";
import { FollowFound } from "./follow-found.tsx";
import type { EventOnCard } from "./on-card.ts";

type NoEventsFoundProps = {
  /** What was asked for, in words; '' where that was everything. */
  asked: string;
  /** What may have been meant by a word that nothing has. */
  meant: Meant | null;
  ways: WayOut[];
  /** The events that are nearest to what was asked for. */
  near: EventOnCard[];
  /** Whether these are so far away that nobody would call them near. */
  isFar: boolean;
  /** Whether nobody knows the town that was asked for. */
  isUnknown: boolean;
  /** The place that was asked for, from which these are near. */
  town: string | undefined;
  /** What was asked for, to be followed; null where nobody knows the town. */
  follow: { query: string; words: string } | null;
};

/** Stands in the list when nothing matches: the specified words, and each way out with its number. */
export function NoEventsFound({ asked, meant, ways, near, isFar, isUnknown, town, follow }: NoEventsFoundProps) {
  const isKnown = useSession().status !== "loading";
  return (
    <>
      <div className="nothing">
        <h2>{say("upcoming.empty.title")}</h2>
        <p className="wrap-anywhere">{isUnknown ? asked : say("upcoming.empty.text")}</p>
        {asked && !isUnknown && (
          <p className="quiet wrap-anywhere">
            {asked}
            {ways.length > 1 && ` ${say("upcoming.empty.instead")}`}
          </p>
        )}
        {meant && (
          <p>
            <Link to={listPath(meant.query)} preventScrollReset className="btn btn-primary meant">
              {say("upcoming.empty.meant", { words: meant.words })}
            </Link>
          </p>
        )}
        {ways.length > 0 && (
          <ul>
            {isUnknown && (
              <li>
                <button type="button" popoverTarget="filter-near">
                  {say("upcoming.empty.town")}
                </button>
              </li>
            )}
            {ways.map(({ name, query, count }) => (
              <li key={name}>
                <Link to={listPath(query)} preventScrollReset>
                  {name} <b>{count}</b>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {follow && <FollowFound isWanted={isKnown} {...follow} first className="btn btn-outline mt-3" />}
        <Drawing scene="empty" className="" />
      </div>
      {near.length > 0 && (
        <section aria-labelledby="near" className="near">
          <h2 id="near">
            {isFar
              ? say("upcoming.empty.further")
              : town
                ? say("upcoming.empty.nearest", { town })
                : say("upcoming.empty.near")}
          </h2>
          <EventCards events={near} />
        </section>
      )}
    </>
  );
}
