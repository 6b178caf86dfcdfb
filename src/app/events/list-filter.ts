import { eventTypes, type EventType, isDay } from "#domain/events/rules.ts";

import type { Address } from "../addresses.ts";

/** The filter in the list's address: words, a type, and days; `cursor` marks where its page begins. */
export type ListFilter = {
  search: string;
  category: "all" | EventType;
  from: string | undefined;
  to: string | undefined;
  cursor: string | undefined;
};

/** Longer words would find nothing, and the query refuses them. */
export const searchMax = 100;

/** A filter that lets every event through. */
export const noFilter: ListFilter = { search: "", category: "all", from: undefined, to: undefined, cursor: undefined };

/**
 * Reads the list's address, or its form, which has the same names; a value that is not one of ours counts as not
 * given, so that an old link still works.
 */
export function filterOf(query: { get(name: string): unknown }): ListFilter {
  const read = (name: string) => {
    const value = query.get(name);
    return typeof value === "string" ? value : "";
  };
  const readDay = (name: string) => (isDay(read(name)) ? read(name) : undefined);
  const category = eventTypes.find((type) => type === read("category")) ?? "all";
  const search = read("search").replaceAll("\0", "").trim().slice(0, searchMax).toWellFormed();
  const [from, to] = [readDay("from"), readDay("to")];
  const isInOrder = !from || !to || from <= to;
  return { search, category, from, to: isInOrder ? to : undefined, cursor: read("cursor") || undefined };
}

/** The address of the list with a filter, from its beginning or from a cursor. */
export function pageAddress({ search, category, from, to }: Omit<ListFilter, "cursor">, cursor?: string): Address {
  const query = new URLSearchParams({
    ...(search && { search }),
    ...(category !== "all" && { category }),
    ...(from && { from }),
    ...(to && { to }),
    ...(cursor && { cursor }),
  });
  return query.size > 0 ? `/upcoming-events?${query.toString()}` : "/upcoming-events";
}
