import { say } from "#messages/all.ts";
import { listEvents } from "./queries.ts";
import type { Context } from "../context.ts";
import type { DayWithEvents } from "./days.ts";
import { dayInWords, filterInWords } from "./filter-words.ts";
import { queryOf } from "./rules.ts";
import { type Event, type ListFilter, listFilter } from "./shapes.ts";

/** A filter that finds events, as the query of an address; what it is called, and how many it finds. */
export type WayOut = { name: string; query: string; count: number };

/** How many events are shown where none matches. */
const nearest = 2;

/**
 * What to do where a filter finds nothing: what it asks for in words, each way out with its number, and the events that are nearest to it.
 * A way lets go of one thing; of all, where that is not enough.
 * @param days those on which something is that the rest of the filter lets through
 */
export async function listWaysOut(
  ctx: Context,
  filter: ListFilter,
  days: readonly DayWithEvents[],
): Promise<{ asked: string; ways: WayOut[]; near: Event[] }> {
  const today = ctx.now.toISOString().slice(0, 10);
  const parts = partsOf(filter);
  const byOne = (await Promise.all(parts.map((part) => findWith(ctx, filter, part)))).flat();
  const found =
    byOne.length === 0 && parts.length > 1
      ? await findWith(ctx, listFilter(new URLSearchParams()), { name: say("filter.ways.all"), instead: {} })
      : byOne;
  return {
    asked: inWords(filter, today),
    ways: [...waysToDays(filter, today, days), ...found.map(({ way }) => way)],
    near: await nearestTo(ctx, filter, found[0]?.rows ?? []),
  };
}

/** What a filter can let go of: what that is called, and what is asked for in its place. */
type Part = { name: string; instead: Partial<ListFilter> };

/** The things that a filter asks for, each of which it can let go of; what decides least comes first. */
function partsOf({ search, category, from, to, room, effort, children, stepFree, language }: ListFilter): Part[] {
  const parts: [asked: unknown, name: string, instead: Partial<ListFilter>][] = [
    [from ?? to, say("filter.ways.days"), { from: undefined, to: undefined }],
    [room, say("filter.ways.room"), { room: false }],
    [category[0], say("filter.all"), { category: [] }],
    [effort, say("filter.ways.effort"), { effort: undefined }],
    [children, say("filter.ways.children"), { children: false }],
    [stepFree, say("filter.ways.step_free"), { stepFree: false }],
    [language, say("filter.ways.language"), { language: undefined }],
    [search, say("filter.ways.search", { search }), { search: "" }],
  ];
  return parts.filter(([asked]) => asked).map(([, name, instead]) => ({ name, instead }));
}

/** What is found with something else in place of a part of a filter; nothing where that finds nothing either. */
async function findWith(ctx: Context, filter: ListFilter, { name, instead }: Part) {
  const other = { ...filter, ...instead, cursor: undefined };
  const { rows, total } = await listEvents(ctx, { ...other, limit: nearest });
  return total > 0 ? [{ way: { name, query: queryOf(other), count: total } satisfies WayOut, rows, instead }] : [];
}

/** The last day with events before those that are asked for, and the first one after them. */
function waysToDays(filter: ListFilter, today: string, days: readonly DayWithEvents[]): WayOut[] {
  const { from, to } = filter;
  const before = days.findLast(({ day }) => from !== undefined && day < from && day >= today);
  const after = days.find(({ day }) => to !== undefined && day > to);
  return [before, after].flatMap((found) =>
    found
      ? {
          name: dayInWords(found.day, today),
          query: queryOf({ ...filter, from: found.day, to: found.day, cursor: undefined }),
          count: found.count,
        }
      : [],
  );
}

/** What is nearest in time to the days that are asked for comes after them; else it is what the first way out finds. */
async function nearestTo(ctx: Context, filter: ListFilter, found: Event[]): Promise<Event[]> {
  if (!filter.to) return found;
  const { rows } = await listEvents(ctx, { ...filter, to: undefined, cursor: undefined, limit: nearest });
  return rows.length > 0 ? rows : found;
}

/** What was asked for: 'Nothing says “kayak” this weekend in Clean up Drive.'; '' where that was everything. */
function inWords(filter: ListFilter, today: string): string {
  const words = filterInWords(filter, today);
  const { search } = filter;
  if (!search && !words) return "";
  const what = search ? say("filter.ways.says", { search }) : say("filter.ways.planned");
  return `${[what, words].filter(Boolean).join(" ")}.`;
}
