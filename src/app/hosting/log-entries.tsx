import type { ReactNode } from "react";

import { hostActions, hostSubjects } from "#domain/hosting/rules.ts";
import type { HostAction } from "#domain/hosting/shapes.ts";
import { say } from "#messages/say.ts";

import { type Address, Link } from "../addresses.ts";
import { momentOf } from "./moment.ts";
import { taskName } from "./task-name.ts";

/** Entries of the log; on a member's own page without links to the member. */
export function LogEntries({ entries, withMember }: { entries: HostAction[]; withMember: boolean }) {
  return (
    <ul className="sheet divide-y divide-base-300">
      {entries.map((entry) => (
        <li key={entry._id} className="host-entry">
          <div>
            <p className="font-semibold wrap-anywhere">
              <Sentence entry={entry} withMember={withMember} />
            </p>
            <p dir="auto" className="mt-1 wrap-anywhere">
              {entry.reason}
            </p>
          </div>
          <p className="quiet flex flex-wrap gap-x-4 text-sm">
            <span>{momentOf(entry.at)}</span>
            <span className="wrap-anywhere">
              {entry.by ? say("host.log.by", { email: entry.by }) : say("host.log.machine")}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The action and its subject, with a link; an unknown action of a later version is shown as it is. */
function Sentence({ entry, withMember }: { entry: HostAction; withMember: boolean }): ReactNode {
  const action = hostActions.find((name) => name === entry.action);
  if (!action) return entry.action;
  const [before, after] = say(`host.log.${action}`).split("{{thing}}");
  if (after === undefined) return before;
  const way = wayTo(entry, withMember);
  return (
    <>
      {before}
      {way ? (
        <Link to={way} className="underline underline-offset-4">
          {thingOf(entry)}
        </Link>
      ) : (
        thingOf(entry)
      )}
      {after}
    </>
  );
}

/** The subject in words: 'the picture of “Tree day”', or 'the picture of an event' once that is gone. */
function thingOf({ subject, title }: HostAction): string {
  const known = hostSubjects.find((name) => name === subject);
  if (!known || known === "words") return subject;
  if (title === null) return say(`host.log.some.${known}`);
  return say(`host.log.thing.${known}`, { title: known === "task" ? taskName(title) : title });
}

function wayTo({ subject, subjectId, reviewId }: HostAction, withMember: boolean): Address | null {
  if (reviewId) return `/host/reports/${reviewId}`;
  return withMember && subject === "member" && subjectId ? `/host/members/${subjectId}` : null;
}
