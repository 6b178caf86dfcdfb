import { useEffect, useRef, useState } from "react";

import { townSearchMax } from "#domain/towns/rules.ts";
import type { TownProposal } from "#domain/towns/shapes.ts";

/** The pause in typing before a search, in milliseconds, and the least number of characters. */
const pause = 150;
const least = 2;

/**
 * The towns that a typed location may mean, and the text they were found for. Empty if the search fails, as proposals
 * are optional.
 */
export function useTowns() {
  const [{ text, towns }, setFound] = useState<Found>({ text: "", towns: [] });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  /** Searches for towns that a text may mean; an empty text has none. */
  function look(typed: string) {
    clearTimeout(timer.current);
    const turn = ++asked.current;
    // The latest search counts, even if its answer arrives earlier.
    const search = typed.trim().slice(-townSearchMax);
    const show = (found: readonly TownProposal[]) => {
      if (turn === asked.current) setFound({ text: search, towns: found });
    };
    if (search.length < least) return show([]);
    timer.current = setTimeout(() => {
      findTowns(search).then(show, () => show([]));
    }, pause);
  }
  return { text, towns, look };
}

type Found = { text: string; towns: readonly TownProposal[] };

/**
 * The towns that a text may mean, the likeliest first; towns in the country of this device's time zone rank higher. The
 * call is anonymous, so that an expired session does not log the member out while typing.
 */
export function findTowns(search: string): Promise<readonly TownProposal[]> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return townsFor({ search, timeZone });
}

/**
 * A text that means only this town wherever its reader is: its name if no other town is likelier, or the name with
 * region or country, or its point if all of these mean others.
 */
export async function textOf({ id, name, region, countryName, point }: TownProposal): Promise<string> {
  // A text in brackets would be searched as if it were another place.
  const plain = name.replace(/[()]/g, "");
  for (const text of [plain, ...(region ? [`${plain}, ${region}`] : []), `${plain}, ${countryName}`]) {
    const [first] = await townsFor({ search: text });
    if (first?.id === id) return text;
  }
  return `${point.lat},${point.lon}`;
}

async function townsFor(asked: Record<string, string>): Promise<readonly TownProposal[]> {
  const answer = await fetch(`/api/towns?${new URLSearchParams(asked)}`);
  return answer.ok ? ((await answer.json()) as TownProposal[]) : [];
}
