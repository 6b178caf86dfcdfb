import { useMemo } from "react";

import { say } from "#messages/gates-device.ts";

import { usePeople } from "./gate-context.ts";
import type { KeptMark } from "./gate-state.ts";
import { namesakesIn } from "./groups.ts";
import { inText } from "./in-text.ts";

/** Whom a mark is about, as a sentence says it: where two people are called the same, with the code. */
export function useNames(): (mark: Pick<KeptMark, "personId" | "name">) => string {
  const { gate, present } = usePeople();
  const { people } = gate;
  const { arrivals } = present;
  return useMemo(() => {
    const namesakes = namesakesIn([...people, ...arrivals.values()]);
    const codes = new Map(people.map(({ id, code }) => [id, code]));
    const names = new Map([...people, ...arrivals.values()].map(({ id, name }) => [id, name]));
    return ({ personId, name }) => {
      const id = personId ?? "";
      const said = inText(name ?? names.get(id) ?? "");
      const code = codes.get(id);
      return code && namesakes.has(id) ? say("gate.namesake", { name: said, code }) : said;
    };
  }, [people, arrivals]);
}
