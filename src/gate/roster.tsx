import { memo, startTransition, useEffect, useMemo, useState } from "react";

import { say } from "#messages/say.ts";

import { usePeople } from "./gate-context.ts";
import { type Group, groupsOf } from "./groups.ts";
import { type Present, stateOf } from "./merged.ts";
import { PeopleList } from "./people-list.tsx";

export type Filter = "all" | "to_come" | "here";

/**
 * The people in the list. Those in it when the filter was chosen stay until the next choice, so that no row disappears
 * under a thumb. `chosen` changes with each choice.
 */
export const Roster = memo(function Roster({ filter, chosen }: { filter: Filter; chosen: number }) {
  const { gate, present } = usePeople();
  const shown = useShown(filter, chosen, present);
  const groups = useMemo(
    () => groupsOf(gate.people, [...present.listed.values()], (id) => shown.has(id)),
    [gate.people, present.listed, shown],
  );
  // The rows that fit on the screen are rendered first.
  const [isWhole, setIsWhole] = useState(false);
  useEffect(() => startTransition(() => setIsWhole(true)), []);
  if (groups.length === 0)
    return <p className="px-4 py-6 text-lg leading-normal font-semibold">{say(`gate.empty.${filter}`)}</p>;
  return <PeopleList groups={isWhole ? groups : onScreen(groups)} />;
});

/** The groups that this screen shows at first, in rows of 56 px: on tablets in two columns (`gate.css`). */
function onScreen(groups: readonly Group[]): Group[] {
  let rows = Math.ceil(innerHeight / 56) * (innerWidth < 640 ? 1 : 2);
  return groups.filter(({ entries }) => {
    const isSeen = rows > 0;
    rows -= entries.length;
    return isSeen;
  });
}

/** The people who match the filter, or did since it was chosen. */
function useShown(filter: Filter, chosen: number, present: Present): ReadonlySet<string> {
  const ids = idsIn(filter, present);
  const [before, setBefore] = useState({ filter, chosen, ids });
  if (before.filter !== filter || before.chosen !== chosen) {
    setBefore({ filter, chosen, ids });
    return ids;
  }
  if ([...ids].every((id) => before.ids.has(id))) return before.ids;
  // Of people who arrive meanwhile, only walk-ins are added: otherwise rows would move under the thumb.
  const more = [...ids].filter((id) => filter !== "here" || present.arrivals.has(id) || before.ids.size === 0);
  if (more.every((id) => before.ids.has(id))) return before.ids;
  const all = new Set([...before.ids, ...more]);
  setBefore({ filter, chosen, ids: all });
  return all;
}

function idsIn(filter: Filter, present: Present): Set<string> {
  const all = [...present.people.keys(), ...present.walkIns.map(({ id }) => id)];
  if (filter === "all") return new Set(all);
  return new Set(all.filter((id) => (stateOf(present, id).state === "here") === (filter === "here")));
}
