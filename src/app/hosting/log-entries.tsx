import type { HostAction } from "#domain/hosting/shapes.ts";
import { hostActions } from "#domain/hosting/rules.ts";
import { say } from "#messages/hosting.ts";

import { Link } from "../addresses.ts";
import { momentOf } from "./moment.ts";

/** Entries of the log; on a member's own page without the way there. */
export function LogEntries({ entries, withMember }: { entries: HostAction[]; withMember: boolean }) {
  return (
    <ul className="sheet divide-y divide-base-300">
      {entries.map((entry) => (
        <li key={entry._id} className="flex flex-col gap-1 p-4 sm:px-6">
          <p className="font-semibold">{nameOf(entry.action)}</p>
          <p dir="auto" className="wrap-anywhere">
            {entry.reason}
          </p>
          <p className="quiet text-sm wrap-anywhere">
            {`${momentOf(entry.at)} · ${entry.by ? say("host.log.by", { email: entry.by }) : say("host.log.machine")}`}
          </p>
          {withMember && entry.subject === "member" && entry.subjectId && (
            <Link to={`/host/members/${entry.subjectId}`} className="link inline-flex min-h-11 items-center self-start">
              {say("host.log.member")}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What was done, in words; a later version may know more. */
function nameOf(action: string): string {
  const known = hostActions.find((name) => name === action);
  return known ? say(`host.log.${known}`) : action;
}
