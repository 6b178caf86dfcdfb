import { say } from "#messages/say.ts";
import { askedInWords } from "../events/filter-words.ts";
import { distanceDefault, filterNames } from "../events/rules.ts";
import { FeedFilter } from "../events/shapes.ts";

/** The parameters of a list's address for the page or the order, which do not belong to the filter. */
const ofPage: readonly string[] = ["cursor", "order"];

/**
 * The filter in the query of a list's address; null for an invalid one. `queryOf` of `events/rules.ts` turns it into a
 * query again.
 */
export function filterIn(query: string): FeedFilter | null {
  const asked = new URLSearchParams(query);
  const values = filterNames
    .filter((name) => asked.has(name) && !ofPage.includes(name))
    .map((name) => [name, name === "category" ? asked.getAll(name) : asked.get(name)] as const);
  return FeedFilter.safeParse(Object.fromEntries(values)).data ?? null;
}

/** A day so long ago that all dates are written with the year, and none as 'this weekend'. */
const noDay = "1970-01-01";

/** A filter in words, as a line of a list: 'Events that say “river” in Clean up Drive'. */
export function nameOfFilter(filter: FeedFilter | null): string {
  const { near = "", within = distanceDefault, ...rest } = filter ?? {};
  const words = askedInWords({ ...rest, area: near ? { name: near, within } : null }, noDay);
  return words ? say("filter.list.title", { words }) : say("follows.everything");
}
