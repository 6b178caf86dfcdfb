import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

import type { ListFilter } from "#domain/events/shapes.ts";
import type { Point } from "#domain/towns/rules.ts";

import { pageAddress } from "./list-filter.ts";
import type { EventOnCard } from "../events/on-card.ts";

type More = { events: EventOnCard[]; next: string | null; step: "idle" | "loading" | "failed" };

/** The pages that were loaded at each step of this visit's history, so that going back finds the list as long as it was. */
const loadedAt = new Map<string, { list: string; more: More }>();

/** How far below the screen the end of the list may be when the next page is fetched. */
const ahead = "600px";

/**
 * Loads a list on as its end comes near: `events` are those beyond the first page, and `end` goes on the element at the
 * list's end. `limit` is the length of a page. With another filter it begins again, in the same place: a card that is
 * in both lists stays the one it was, and keeps focus.
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
    // Where the list that was asked for did not come at first, those of the one before may have been loaded there.
    return loaded?.list === list ? loaded : { list, more: { events: [], next: first.next, step: "idle" as const } };
  };
  const [state, setState] = useState<{ list: string; more: More }>(begin);
  if (state.list !== list) setState(begin);
  const { more } = state;
  const end = useRef<HTMLElement>(null);
  /** The list whose next page is being fetched. */
  const busy = useRef<string>(undefined);

  // Rows that arrive for a list that is no longer shown are kept for going back to it.
  const change = (next: More) => {
    loadedAt.set(key, { list, more: next.step === "loading" ? { ...next, step: "idle" } : next });
    setState((shown) => (shown.list === list ? { list, more: next } : shown));
  };

  async function load() {
    if (busy.current === list || !more.next) return;
    busy.current = list;
    change({ ...more, step: "loading" });
    try {
      // The server has made the first page: what makes the next comes with it.
      const { nextEvents } = await import("./next-events.ts");
      const page = await nextEvents({ ...first.filter, cursor: more.next }, first.limit, first.center);
      change({ events: [...more.events, ...page.events], next: page.next, step: "idle" });
    } catch {
      change({ ...more, step: "failed" });
    }
    if (busy.current === list) busy.current = undefined;
  }

  // A list that has failed is loaded on by hand: it would fail again and again while its end is in sight.
  useEffect(() => {
    if (!end.current || more.step !== "idle") return;
    // A busy browser tells several changes at once: out of sight and in sight again, after which it is silent.
    const look = (changes: IntersectionObserverEntry[]) => changes.at(-1)?.isIntersecting && void load();
    const watcher = new IntersectionObserver(look, { rootMargin: ahead });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  });

  return { ...more, end, load: () => void load() };
}
