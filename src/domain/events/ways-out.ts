import { say } from "#messages/say.ts";
import type { Context } from "../context.ts";
import { distanceBetween } from "../towns/rules.ts";
import { type Area, findArea, locatedAt } from "./area.ts";
import { countEvents } from "./counting.ts";
import { type DayWithEvents, listDays } from "./days.ts";
import { dayInWords } from "./filter-words.ts";
import { listEvents } from "./queries.ts";
import { distanceDefault, distances, queryOf } from "./rules.ts";
import { type Event, type ListFilter, listFilter } from "./shapes.ts";
import { type Meant, suggestNamesake, suggestTown, suggestWords } from "./spelling.ts";

/** A filter that finds events, as the query of an address, with its label and its number of results. */
export type WayOut = { name: string; query: string; count: number };

/**
 * A filter without results, its place unless that is unknown, and the days on which it would otherwise have results.
 */
type InVain = { filter: ListFilter; area: Area | null; days: readonly DayWithEvents[] };

/** The number of events shown when none matches, and the maximum number of suggestions. */
const nearest = 2;
const waysMax = 3;
/** The radius in kilometers that counts as near for any type, and the farthest that people travel from a place. */
const nearby = 50;
const furthest = 200;

/**
 * Suggestions for an empty result: a sentence, a spelling correction, each filter to drop with its number of results,
 * and the nearest events in place or time under a title. A way drops one filter, or all if that is not enough.
 */
export async function listWaysOut(ctx: Context, inVain: InVain) {
  const { filter, area } = inVain;
  const today = ctx.now.toISOString().slice(0, 10);
  const isUnknown = filter.near !== "" && !area;
  const parts = partsOf(filter);
  const byOne = isUnknown ? [] : (await Promise.all(parts.map((part) => findWith(ctx, inVain, part)))).flat();
  const found = byOne.length > 0 ? await withWider(ctx, inVain, firstWithin(byOne)) : await findAtAll(ctx, inVain);
  const near = await nearestTo(ctx, inVain, found[0]?.rows ?? []);
  const misspelt = isUnknown ? await suggestTown(ctx, filter) : await suggestWords(ctx, filter, area);
  const namesake = area && near.isFar && !misspelt ? await suggestNamesake(ctx, filter, furthest) : null;
  const meant = misspelt ?? namesake;
  const ways = [...(isUnknown ? [] : await waysToDays(ctx, inVain, today)), ...found.map(({ way }) => way)];
  return {
    text: isUnknown ? say("filter.ways.town", { near: filter.near }) : textFor(filter, meant !== null),
    meant: meant && (await wayToMeant(ctx, meant)),
    isMisspelt: misspelt !== null,
    town: namesake?.instead ?? null,
    ways: ways.slice(0, waysMax),
    near: near.rows,
    nearTitle: near.title,
  };
}

/**
 * The sentence for an empty result. It suggests another category only if that may help: not for a misspelled word, nor
 * for days or a place alone.
 */
function textFor(filter: ListFilter, isMisspelt: boolean): string {
  const isOfWords = queryOf({ ...filter, search: "", cursor: undefined }) === "";
  return filter.category.length > 0 || (isOfWords && !isMisspelt)
    ? say("filter.ways.none")
    : say("filter.ways.nothing");
}

/** The correction, and the number of events that it finds. */
async function wayToMeant(ctx: Context, { words, query }: Meant): Promise<WayOut> {
  const filter = listFilter(new URLSearchParams(query));
  const { total } = await countEvents(ctx, { ...locatedAt(filter, await findArea(ctx, filter)), series: "once" });
  return { query, name: say("filter.ways.meant", { words }), count: total };
}

/** A part of a filter that can be dropped: its label, and the values to search for instead. */
type Part = { name: string; instead: Partial<ListFilter> };

/** The parts of a filter that can be dropped; the least decisive comes first. */
function partsOf(filter: ListFilter): Part[] {
  const { search, near, box, category, from, to, room, effort, children, stepFree, language, community } = filter;
  const parts: [asked: unknown, name: string, instead: Partial<ListFilter>][] = [
    [from ?? to, say("filter.ways.days"), { from: undefined, to: undefined }],
    ...widerThan(filter).map((km): (typeof parts)[number] => [true, say("filter.ways.within", { km }), { within: km }]),
    [category[0], say("filter.all"), { category: [] }],
    [near, say("filter.ways.anywhere"), { near: "", within: undefined, order: "date" }],
    [room, say("filter.ways.room"), { room: false }],
    [box, say("filter.ways.box"), { box: undefined }],
    [effort, say("filter.ways.effort"), { effort: undefined }],
    [children, say("filter.ways.children"), { children: false }],
    [stepFree, say("filter.ways.step_free"), { stepFree: false }],
    [language, say("filter.ways.language"), { language: undefined }],
    [community, say("filter.ways.community"), { community: undefined }],
    [search, say("filter.ways.search", { search }), { search: "" }],
  ];
  const asked = parts.filter(([isAsked]) => isAsked);
  // Dropping the only part shows everything.
  const all = asked.length === 1 && search ? say("filter.ways.all") : null;
  return asked.map(([, name, instead]) => ({ name: all ?? name, instead }));
}

type Found = { way: WayOut; rows: Event[]; instead: Partial<ListFilter> };

/** The result with something else in place of a part of a filter; empty if that finds nothing either. */
async function findWith(ctx: Context, { filter, area }: InVain, { name, instead }: Part): Promise<Found[]> {
  const other = { ...filter, ...instead, cursor: undefined };
  const around = other.near !== "" && area ? { ...area, within: other.within ?? distanceDefault } : null;
  const { rows, total } = await listEvents(ctx, { ...locatedAt(other, around), series: "once", limit: nearest });
  return total > 0 ? [{ way: { name, query: queryOf(other), count: total }, rows, instead }] : [];
}

/** The results with only the place, and then without any filter. */
async function findAtAll(ctx: Context, inVain: InVain): Promise<Found[]> {
  const { near, within } = inVain.filter;
  const everything = { filter: listFilter(new URLSearchParams()), area: inVain.area, days: [] };
  const around = inVain.area
    ? await findWith(ctx, everything, {
        name: say("filter.ways.around", { town: inVain.area.name }),
        instead: { near, within },
      })
    : [];
  const close = around.length > 0 ? around : await findWider(ctx, inVain, []);
  return [...close, ...(await findWith(ctx, everything, { name: say("filter.ways.all"), instead: {} }))];
}

/**
 * Searches within the shortest wider distance that finds more than the current one: for all types, or without the other
 * filters if that is not enough.
 */
async function findWider(ctx: Context, inVain: InVain, close: Found[]): Promise<Found[]> {
  const { filter, area } = inVain;
  const most = (found: Found[]) => Math.max(0, ...found.map(({ way }) => way.count));
  const [ofTypes, ofAll] = [most(close.filter(({ instead }) => instead.category)), most(close)];
  const everything = { filter: listFilter(new URLSearchParams()), area, days: [] };
  const wider = area ? widerThan(filter) : [];
  for (const km of filter.category.length > 0 ? wider : []) {
    const instead = { category: [], within: km };
    const found = await findWith(ctx, inVain, { name: say("filter.ways.types_within", { km }), instead });
    if (most(found) > ofTypes) return found;
  }
  for (const km of wider) {
    const instead = { near: filter.near, within: km };
    const found = await findWith(ctx, everything, { name: say("filter.ways.all_within", { km }), instead });
    if (most(found) > ofAll) return found;
  }
  return [];
}

/**
 * Adds a suggestion with a wider distance if dropping one part gives none; suggestions without a place come after it.
 */
async function withWider(ctx: Context, inVain: InVain, found: Found[]): Promise<Found[]> {
  if (found.some(({ instead }) => instead.within)) return found;
  const anywhere = found.findIndex(({ instead }) => instead.near === "");
  const close = found.filter(({ instead }) => instead.near !== "");
  return found.toSpliced(anywhere < 0 ? found.length : anywhere, 0, ...(await findWider(ctx, inVain, close)));
}

/** The distances wider than the one in the filter. */
const widerThan = ({ near, within = distanceDefault }: ListFilter) =>
  distances.filter((distance) => near !== "" && distance > within);

/** Keeps, of several distances, only the shortest that finds something. */
function firstWithin(found: Found[]): Found[] {
  const first = found.find(({ instead }) => instead.within);
  return found.filter((one) => !one.instead.within || one === first);
}

/** The last day with events before the chosen days, and the first day after them; if possible, days with free spots. */
async function waysToDays(ctx: Context, { filter, area, days }: InVain, today: string): Promise<WayOut[]> {
  const { from, to } = filter;
  if (from === undefined && to === undefined) return [];
  const wanted = { ...filter, from: undefined, to: undefined, cursor: undefined, room: true };
  const roomy = new Set((await listDays(ctx, locatedAt(wanted, area))).map(({ day }) => day));
  const before = days.filter(({ day }) => from !== undefined && day < from && day >= today).toReversed();
  const after = days.filter(({ day }) => to !== undefined && day > to);
  return [before, after].flatMap((side) => {
    const found = side.find(({ day }) => roomy.has(day)) ?? side[0];
    if (!found) return [];
    const query = queryOf({ ...filter, from: found.day, to: found.day, cursor: undefined });
    return [{ name: dayInWords(found.day, today), query, count: found.count }];
  });
}

/** The events shown when none matches, with their title. */
type Nearest = { rows: Event[]; title: string; isFar?: boolean };

/**
 * The events nearest to the filter. With a place: nearby ones. With days: those that come next, preferably with room.
 * Then those farther away, or else the results of the first suggestion. The title says so if they are too far to travel
 * to.
 */
async function nearestTo(ctx: Context, { filter, area }: InVain, found: Event[]): Promise<Nearest> {
  const wanted = { ...filter, cursor: undefined };
  const isPlaced = filter.near === "" || area !== null;
  const soon = area ? say("filter.ways.next", { town: area.name }) : say("filter.ways.soon");
  const near =
    (area && (await nearTo(ctx, wanted, area))) ??
    (filter.to && isPlaced ? await nextAfter(ctx, wanted, area, soon) : null) ??
    (area && (await foundAround(ctx, wanted, { ...area, within: furthest }, say("filter.ways.further"))));
  if (near) return near;
  const isThere = ({ point }: Event) => !area || (point !== null && distanceBetween(area.point, point) <= furthest);
  const close = found.filter(isThere);
  const title = area ? say("filter.ways.nearest", { town: area.name }) : soon;
  return close.length > 0 ? { rows: close, title } : { rows: found, title: say("filter.ways.elsewhere"), isFar: true };
}

/** Events near a place that match, or are of other types. */
const nearTo = async (ctx: Context, wanted: ListFilter, { name: town, ...place }: Area): Promise<Nearest | null> => {
  const area = { ...place, name: town, within: nearby };
  return (
    (await foundAround(ctx, wanted, area, say("filter.ways.nearest", { town }))) ??
    (await foundAround(ctx, { ...wanted, category: [] }, area, say("filter.ways.other_types", { town })))
  );
};

/** Events around a place, the nearest first. */
async function foundAround(ctx: Context, wanted: ListFilter, area: Area, title: string): Promise<Nearest | null> {
  const { rows } = await listEvents(ctx, {
    ...locatedAt(wanted, area),
    series: "once",
    order: "distance",
    limit: nearest,
  });
  return rows.length > 0 ? { rows, title } : null;
}

/** The next events after the chosen days: with room, or else full. */
async function nextAfter(ctx: Context, wanted: ListFilter, area: Area | null, title: string): Promise<Nearest | null> {
  for (const room of new Set([true, wanted.room])) {
    const later = { ...locatedAt(wanted, area), series: "once", room, to: undefined } as const;
    const { rows } = await listEvents(ctx, { ...later, limit: nearest });
    if (rows.length > 0) return { rows, title };
  }
  return null;
}
