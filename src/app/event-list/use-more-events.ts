import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

import type { ListFilter } from "#domain/events/shapes.ts";
import type { Point } from "#domain/towns/rules.ts";

import { pageAddress } from "./list-filter.ts";
import type { EventOnCard } from "../events/on-card.ts";

type More = { events: EventOnCard[]; next: string | null; step: "idle" | "loading" | "failed" };

/** The pages loaded at each step of this visit's history, so that going back shows the list at its earlier length. */
const loadedAt = new Map<string, { list: string; more: More }>();

/** The distance from the screen to the list's end at which the next page is fetched. */
const ahead = "600px";

/**
 * Loads more of a list as its end comes near. `events` are those beyond the first page, `end` is the ref for the
 * element at the list's end, and `limit` is the length of a page. A new filter starts over in place: a card in both
 * lists keeps its element and its focus.
 */
export function useMoreEvents(first: {
  next: string | null;
  filter: ListFilter;
  limit: number;
  center: Point | undefined;
}) {
  const { key } = useLocation();
  const list = pageAddress(first.filter, first.filter.cursor);
  const begin = () => {
    const loaded = loadedAt.get(key);
    // If the requested list failed to load before, this may still have pages of the previous list.
    return loaded?.list === list ? loaded : { list, more: { events: [], next: first.next, step: "idle" as const } };
  };
  const [state, setState] = useState<{ list: string; more: More }>(begin);
  if (state.list !== list) setState(begin);
  const { more } = state;
  const end = useRef<HTMLElement>(null);
  /** The list whose next page is being fetched. */
  const busy = useRef<string>(undefined);

  // Rows that arrive for a list no longer shown are kept, in case the reader goes back to it.
  const change = (next: More) => {
    loadedAt.set(key, { list, more: next.step === "loading" ? { ...next, step: "idle" } : next });
    setState((shown) => (shown.list === list ? { list, more: next } : shown));
  };

  async function load() {
    if (busy.current === list || !more.next) return;
    busy.current = list;
    change({ ...more, step: "loading" });
    try {
      // The server rendered the first page, so the code for the next one loads on demand.
      const { nextEvents } = await import("./next-events.ts");
      const page = await nextEvents({ ...first.filter, cursor: more.next }, first.limit, first.center);
      change({ events: [...more.events, ...page.events], next: page.next, step: "idle" });
    } catch {
      change({ ...more, step: "failed" });
    }
    if (busy.current === list) busy.current = undefined;
  }

  // After a failure, the reader loads more by hand: otherwise it would fail again and again while the list's end is in
  // sight.
  useEffect(() => {
    if (!end.current || more.step !== "idle") return;
    // A busy browser reports several changes at once, such as out of sight and back in sight, and then nothing more.
    // The last one counts.
    const look = (changes: IntersectionObserverEntry[]) => changes.at(-1)?.isIntersecting && void load();
    const watcher = new IntersectionObserver(look, { rootMargin: ahead });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  });

  return { ...more, end, load: () => void load() };
}
