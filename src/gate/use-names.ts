import { useMemo } from "react";

import { namesakesIn, rosterName } from "#domain/gates/rules.ts";
import { say } from "#messages/gates-device.ts";

import { usePeople } from "./gate-context.ts";
import type { KeptMark } from "./gate-state.ts";
import { inText } from "./in-text.ts";
import type { Entry } from "./merged.ts";

/** Whom a mark is about, as a sentence says it: where two people are called the same, with the code. */
export function useNames(): (mark: Pick<KeptMark, "personId" | "name">) => string {
  const { gate, present } = usePeople();
  const { people } = gate;
  const { arrivals } = present;
  return useMemo(() => {
    const entries: Entry[] = [...people, ...arrivals.values()];
    const namesakes = namesakesIn(entries);
    const known = new Map(entries.map((entry) => [entry.id, entry]));
    return ({ personId, name }) => {
      const entry = known.get(personId ?? "");
      const said = inText(rosterName(name ?? entry?.name ?? ""));
      return entry?.code && namesakes.has(entry.id) ? say("gate.namesake", { name: said, code: entry.code }) : said;
    };
  }, [people, arrivals]);
}
