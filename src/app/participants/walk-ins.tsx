import { useId } from "react";

import { timeOf } from "#domain/events/rules.ts";
import { say } from "#messages/say.ts";

import { Avatar } from "../ui/avatar.tsx";
import type { WalkIn } from "./arrivals.ts";
import { Contacts } from "../organizing/contacts.tsx";
import { HereBadge } from "./here-badge.tsx";

/** The people who came without joining, with their contact details if they gave any. */
export function WalkIns({ people, timeZone }: { people: readonly WalkIn[]; timeZone: string }) {
  const id = useId();
  if (people.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-2 flex flex-col gap-3">
      <div>
        <h2 id={id} className="text-part">
          {say("participants.walk_ins")} <span className="quiet font-normal tabular-nums">{people.length}</span>
        </h2>
        {people.some(isReached) && <p className="quiet">{say("participants.walk_ins.text")}</p>}
      </div>
      <ul className="sheet divide-y divide-base-300">
        {people.map((person) => (
          <li
            key={person.id}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 px-4 py-3.5 md:grid-cols-[auto_minmax(0,1fr)_auto]"
          >
            <Avatar name={nameOf(person)} photo={null} className="row-span-2 size-11 self-start text-sm" />
            <p className={`font-semibold break-words ${isReached(person) ? "" : "md:row-span-2"}`}>
              <bdi>{nameOf(person)}</bdi>
              {person.under18 && (
                <span className="minor quiet font-normal">
                  {person.guardianAskedAt === null
                    ? say("participants.walk_ins.minor")
                    : say("participants.minor.asked", { time: timeOf(new Date(person.guardianAskedAt), timeZone) })}
                </span>
              )}
            </p>
            {/* The padding is the same as in the rows above. */}
            <div className="col-start-2 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm md:contents">
              {isReached(person) && (
                <div className="contacts quiet flex min-w-0 flex-wrap gap-x-3 gap-y-1 max-md:w-[calc(100%-2.75rem)] md:col-start-2 md:row-start-2">
                  <Contacts email={person.email} phone={person.phone} />
                </div>
              )}
              <p className="md:col-start-3 md:row-span-2 md:row-start-1">
                <HereBadge>
                  {person.since === null
                    ? say("participants.came")
                    : say("participants.here", { time: timeOf(new Date(person.since), timeZone) })}
                </HereBadge>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const isReached = ({ phone, email }: WalkIn): boolean => phone !== null || email !== null;
const nameOf = ({ name }: WalkIn): string => name || say("participants.walk_ins.forgotten");
