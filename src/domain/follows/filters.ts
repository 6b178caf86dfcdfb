import { say } from "#messages/all.ts";
import { askedInWords } from "../events/filter-words.ts";
import { distanceDefault, filterNames } from "../events/rules.ts";
import { FeedFilter } from "../events/shapes.ts";

/** What the address of a list holds that is about a page of it, or how that is put in order. */
const ofPage: readonly string[] = ["cursor", "order"];

/** The filter that the query of a list's address means; null when it is none. `queryOf` of `events/rules.ts` makes it a query again. */
export function filterIn(query: string): FeedFilter | null {
  const asked = new URLSearchParams(query);
  const values = filterNames
    .filter((name) => asked.has(name) && !ofPage.includes(name))
    .map((name) => [name, name === "category" ? asked.getAll(name) : asked.get(name)] as const);
  return FeedFilter.safeParse(Object.fromEntries(values)).data ?? null;
}

/** So long ago that a day is named with its year, and no weekend is this one. */
const noDay = "1970-01-01";

/** A filter in words, as a line of a list: 'Events that say “river” in Clean up Drive'. */
export function nameOfFilter(filter: FeedFilter | null): string {
  const { near = "", within = distanceDefault, ...rest } = filter ?? {};
  const words = askedInWords({ ...rest, area: near ? { name: near, within } : null }, noDay);
  return words ? say("filter.list.title", { words }) : say("follows.everything");
}
