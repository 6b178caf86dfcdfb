import { countDefault, countMax, embedPath, type Look, looks } from "#domain/embeds/rules.ts";

/** Reads the theme; an unknown one counts as not given, as in the list's filter. */
export const lookOf = (query: URLSearchParams): Look => looks.find((look) => look === query.get("theme")) ?? "auto";

/** Reads the maximum number of events in the list. */
export function countOf(query: URLSearchParams): number {
  const count = Number(query.get("count") || countDefault);
  return Number.isInteger(count) && count >= 1 ? Math.min(count, countMax) : countDefault;
}

/**
 * The address of a frame with a list, as a path.
 * @param filter the list's filter, as a query
 */
export function embedAddress(filter: string, count: number, look: Look): string {
  const query = new URLSearchParams(filter);
  if (count !== countDefault) query.set("count", String(count));
  if (look !== "auto") query.set("theme", look);
  return query.size > 0 ? `${embedPath}?${query.toString()}` : embedPath;
}
