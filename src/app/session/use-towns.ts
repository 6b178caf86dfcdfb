import { useEffect, useRef, useState } from "react";

import { townSearchMax } from "#domain/towns/rules.ts";
import type { TownProposal } from "#domain/towns/shapes.ts";

/** How long nothing may be typed until we ask, in milliseconds, and how much there has to be. */
const pause = 150;
const least = 2;

/**
 * The towns that somebody may mean who types a location, and the text that they were found for. Where they cannot be asked for there are none:
 * nobody needs one.
 */
export function useTowns() {
  const [{ text, towns }, setFound] = useState<Found>({ text: "", towns: [] });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  /** Looks for what is meant by a text; for none by ''. */
  function look(typed: string) {
    clearTimeout(timer.current);
    const turn = ++asked.current;
    // What was asked for later counts, whatever comes first.
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
 * The towns that a text may mean, the likeliest first; those of the country by whose clocks this device goes sooner. Not asked in the member's name, who would be logged out in the middle of typing
 * where their session has ended.
 */
export function findTowns(search: string): Promise<readonly TownProposal[]> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return townsFor({ search, timeZone });
}

/**
 * A text that means one town wherever its reader is: its name, where no other town is likelier, or that with its region or country; its point, where
 * all of these mean others.
 */
export async function textOf({ id, name, region, countryName, point }: TownProposal): Promise<string> {
  // What stands in brackets would be looked for as if it were a place of its own.
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
