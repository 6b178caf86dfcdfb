import { type EventType, queryOf } from "#domain/events/rules.ts";
import type { ListFilter } from "#domain/events/shapes.ts";
import type { Point } from "#domain/towns/rules.ts";

import { askPage } from "../session/ask.ts";
import { type EventOnCard, onCard } from "../events/on-card.ts";

/**
 * Fetches the page of a list that begins at a filter's cursor.
 * @param limit the length of a page
 * @param center the point that distances count from, if any
 * @returns the page's events for cards, and the cursor of the page after it
 * @throws Error when there is no network, or the server refuses
 */
export async function nextEvents(
  filter: ListFilter,
  limit: number,
  center: Point | undefined,
): Promise<{ events: EventOnCard[]; next: string | null }> {
  const asked = new URLSearchParams(queryOf(filter));
  const query = {
    ...(Object.fromEntries(asked) as { cursor: string }),
    category: asked.getAll("category") as EventType[],
    series: "once" as const,
    limit: String(limit),
  };
  const { rows, next } = await askPage((api) => api.events.$get({ query }));
  return { events: rows.map((event) => onCard(event, (description) => description, new Date(), center)), next };
}
