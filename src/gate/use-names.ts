import { useMemo } from "react";

import { namesakesIn, rosterName } from "#domain/gates/rules.ts";
import { say } from "#messages/say.ts";

import { usePeople } from "./gate-context.ts";
import type { KeptMark } from "./gate-state.ts";
import { inText } from "./in-text.ts";
import type { Entry } from "./merged.ts";

/** The name of a mark's person for a sentence, with the code if two people share the name. */
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
