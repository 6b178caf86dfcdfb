import { say } from "#messages/all.ts";
import type { Context } from "../context.ts";
import { distanceBetween } from "../towns/rules.ts";
import { type Area, locatedAt } from "./area.ts";
import type { DayWithEvents } from "./days.ts";
import { dayInWords } from "./filter-words.ts";
import { listEvents } from "./queries.ts";
import { distanceDefault, distances, queryOf } from "./rules.ts";
import { type Event, type ListFilter, listFilter } from "./shapes.ts";
import { suggestTown, suggestWords } from "./spelling.ts";

/** A filter that finds events, as the query of an address; what it is called, and how many it finds. */
export type WayOut = { name: string; query: string; count: number };

/** What was asked for in vain: a filter, the place that it names, unless nobody knows that, and the days on which the rest of it finds something. */
type InVain = { filter: ListFilter; area: Area | null; days: readonly DayWithEvents[] };

/** How many events are shown where none matches. */
const nearest = 2;
/** How far from a place these may be, in kilometers: the nearer, the better. */
const reaches = [50, 250, 1000];
/** Beyond so many kilometers, what is nearest is no longer near. */
const farAway = 100;

/**
 * What to do where a filter finds nothing: that it does, in words; what may have been meant by a word that nothing has, each way out with its number, and the events that are nearest to it in place or time, with their title. A way lets go of one thing; of all, where that
 * is not enough.
 */
export async function listWaysOut(ctx: Context, inVain: InVain) {
  const { filter, area, days } = inVain;
  const today = ctx.now.toISOString().slice(0, 10);
  const isUnknown = filter.near !== "" && !area;
  const parts = partsOf(filter);
  const byOne = isUnknown ? [] : (await Promise.all(parts.map((part) => findWith(ctx, inVain, part)))).flat();
  const found = byOne.length > 0 ? await withWider(ctx, inVain, firstWithin(byOne)) : await findAtAll(ctx, inVain);
  const meant = isUnknown ? await suggestTown(ctx, filter) : await suggestWords(ctx, filter, area);
  const near = await nearestTo(ctx, inVain, found[0]?.rows ?? []);
  return {
    text: isUnknown ? say("filter.ways.town", { near: filter.near }) : say("filter.ways.none"),
    meant: meant && { query: meant.query, name: say("filter.ways.meant", { words: meant.words }) },
    ways: [...(isUnknown ? [] : waysToDays(filter, today, days)), ...found.map(({ way }) => way)],
    near,
    nearTitle: titleOf(near, area),
  };
}

/** What the nearest events are called. */
function titleOf(near: readonly Event[], area: Area | null): string {
  if (!area) return say("filter.ways.soon");
  const isFar = near.every(({ point }) => point && distanceBetween(area.point, point) > farAway);
  return isFar ? say("filter.ways.further") : say("filter.ways.nearest", { town: area.name });
}

/** What a filter can let go of: what that is called, and what is asked for in its place. */
type Part = { name: string; instead: Partial<ListFilter> };

/** The things that a filter asks for, each of which it can let go of; what decides least comes first. */
function partsOf(filter: ListFilter): Part[] {
  const { search, near, box, category, from, to, room, effort, children, stepFree, language } = filter;
  const parts: [asked: unknown, name: string, instead: Partial<ListFilter>][] = [
    [from ?? to, say("filter.ways.days"), { from: undefined, to: undefined }],
    ...widerThan(filter).map((km): (typeof parts)[number] => [true, say("filter.ways.within", { km }), { within: km }]),
    [near, say("filter.ways.anywhere"), { near: "", within: undefined, order: "date" }],
    [room, say("filter.ways.room"), { room: false }],
    [box, say("filter.ways.box"), { box: undefined }],
    [category[0], say("filter.all"), { category: [] }],
    [effort, say("filter.ways.effort"), { effort: undefined }],
    [children, say("filter.ways.children"), { children: false }],
    [stepFree, say("filter.ways.step_free"), { stepFree: false }],
    [language, say("filter.ways.language"), { language: undefined }],
    [search, say("filter.ways.search", { search }), { search: "" }],
  ];
  return parts.filter(([asked]) => asked).map(([, name, instead]) => ({ name, instead }));
}

type Found = { way: WayOut; rows: Event[]; instead: Partial<ListFilter> };

/** What is found with something else in place of a part of a filter; nothing where that finds nothing either. */
async function findWith(ctx: Context, { filter, area }: InVain, { name, instead }: Part): Promise<Found[]> {
  const other = { ...filter, ...instead, cursor: undefined };
  const around = other.near !== "" && area ? { ...area, within: other.within ?? distanceDefault } : null;
  const { rows, total } = await listEvents(ctx, { ...locatedAt(other, around), limit: nearest });
  return total > 0 ? [{ way: { name, query: queryOf(other), count: total }, rows, instead }] : [];
}

/** The same with nothing but the place, and then without any. */
async function findAtAll(ctx: Context, inVain: InVain): Promise<Found[]> {
  const { near, within } = inVain.filter;
  const everything = { filter: listFilter(new URLSearchParams()), area: inVain.area, days: [] };
  const around = inVain.area
    ? await findWith(ctx, everything, {
        name: say("filter.ways.around", { town: inVain.area.name }),
        instead: { near, within },
      })
    : [];
  const close = around.length > 0 ? around : await findWider(ctx, inVain);
  return [...close, ...(await findWith(ctx, everything, { name: say("filter.ways.all"), instead: {} }))];
}

/** Around a place, everything within the shortest of the wider distances that finds something. */
async function findWider(ctx: Context, { filter, area }: InVain): Promise<Found[]> {
  const everything = { filter: listFilter(new URLSearchParams()), area, days: [] };
  for (const km of area ? widerThan(filter) : []) {
    const instead = { near: filter.near, within: km };
    const found = await findWith(ctx, everything, { name: say("filter.ways.all_within", { km }), instead });
    if (found.length > 0) return found;
  }
  return [];
}

/** With a way to a wider distance, where letting go of one thing leads to none. */
const withWider = async (ctx: Context, inVain: InVain, found: Found[]): Promise<Found[]> =>
  found.some(({ instead }) => instead.within) ? found : [...found, ...(await findWider(ctx, inVain))];

/** The distances that are wider than the one that is asked for. */
const widerThan = ({ near, within = distanceDefault }: ListFilter) =>
  distances.filter((distance) => near !== "" && distance > within);

/** Of several distances only the shortest that finds something. */
function firstWithin(found: Found[]): Found[] {
  const first = found.find(({ instead }) => instead.within);
  return found.filter((one) => !one.instead.within || one === first);
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

/**
 * What is nearest to what was asked for: in place, where one was named; in time, where days were, what comes after them; else what the
 * first way out finds.
 */
async function nearestTo(ctx: Context, { filter, area }: InVain, found: Event[]): Promise<Event[]> {
  const wanted = { ...filter, cursor: undefined };
  for (const within of area ? reaches : []) {
    const around = locatedAt(wanted, { ...area!, within });
    const { rows } = await listEvents(ctx, { ...around, order: "distance", limit: nearest });
    if (rows.length > 0) return rows;
  }
  if (!filter.to || (filter.near && !area)) return found;
  const { rows } = await listEvents(ctx, { ...locatedAt(wanted, area), to: undefined, limit: nearest });
  return rows.length > 0 ? rows : found;
}
