import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import { beginning, containing, squeezed } from "#db/fold.ts";
import type { Schema } from "#db/schema.server.ts";
import { boxOf } from "../towns/rules.ts";
import type { Area, Located } from "./area.ts";
import { isAround } from "./around.ts";
import { isInBox } from "./in-box.ts";
import { durationMax } from "./rules.ts";
import type { EventFilter, FeedFilter } from "./shapes.ts";

/**
 * Tests whether an event contains a text. Both sides drop spaces and punctuation unless too little would be left. A
 * text of one or two letters must stand at the beginning of a word.
 */
export function found(eb: ExpressionBuilder<Schema, "events">, search: string) {
  const first = beginning(search);
  if (first !== null)
    return sql<boolean>`events.search_beginnings @@ ${`'${first.replace(/['\\]/g, "$&$&")}'`}::tsquery`;
  const letters = squeezed(search);
  return letters === null
    ? eb("events.search_text", "like", containing(search))
    : eb("events.search_letters", "like", `%${letters}%`);
}

const hour = 3_600_000;

/**
 * The moment at which a day begins in UTC, shifted by these milliseconds for zones where it begins earlier or later.
 */
const beginOf = (day: string, shift: number) => new Date(Date.parse(`${day}T00:00Z`) + shift);
const [eastmost, westmost] = [-14 * hour, 12 * hour];

/** A filter for events; a field that is missing lets every event through. */
export type Asked = Partial<FeedFilter & Pick<EventFilter, "when" | "series"> & { area: Area | null }>;

/** A filter with pages. */
export type AskedPage = Asked & Pick<EventFilter, "limit"> & Partial<Pick<EventFilter, "cursor" | "order">>;

/** A filter whose place is resolved (`locate`). */
export type Wanted = Partial<Located<Asked>> & { near?: never };

/**
 * The conditions that an event must meet to match a filter. No list has canceled events or drafts. An event that has
 * not ended began less than the longest duration ago, so the index on the beginning finds it. The events of certain
 * days begin between the first and the last moment at which it is one of these days anywhere. A past event has begun.
 */
export function conditions(
  eb: ExpressionBuilder<Schema, "events">,
  filter: Wanted,
  now: Date,
  { inOrder = false } = {},
) {
  const {
    search = "",
    category = [],
    area = null,
    when = "upcoming",
    from,
    to,
    room,
    effort,
    children,
    stepFree,
    language,
    inLanguage,
    community,
    box: boxText,
  } = filter;
  const begins = beginsOf(filter, now);
  const box = boxOf(boxText ?? "");
  // The planner assumes that any circle contains a thousandth of all events, and would rather scan the upcoming ones by
  // date. The index on places has the times too; these expressions keep the planner from using the other indexes.
  const [date, end] = area
    ? [sql<Date>`(events.event_date + interval '0')`, sql<Date>`(events.event_end + interval '0')`]
    : [eb.ref("events.event_date"), eb.ref("events.event_end")];
  // The planner treats beginning and end as unrelated, so it expects a tenth of the upcoming events. It would then sort
  // all of them rather than read a part in the order of an index. For a value that it cannot see, it expects a third.
  const at = (moment: Date) => (inOrder ? sql<Date>`(select ${moment}::timestamptz)` : moment);
  return [
    ...(search === "" ? [] : [found(eb, search)]),
    ...(category.length === 0 ? [] : [eb("events.event_type", "in", category)]),
    ...(when === "past" ? [eb(date, "<", at(now)), eb(end, "<", at(now))] : []),
    ...(when === "upcoming" ? [eb(date, ">=", at(new Date(now.getTime() - durationMax))), eb(end, ">=", at(now))] : []),
    ...(from ? [eb(date, ">=", beginOf(from, eastmost - durationMax)), eb("events.last_day", ">=", from)] : []),
    ...(to ? [eb(date, "<", beginOf(to, 24 * hour + westmost)), eb("events.first_day", "<=", to)] : []),
    ...(room ? [eb(date, ">=", now), hasRoom()] : []),
    ...(effort ? [eb("events.effort", "=", effort)] : []),
    ...(children ? [eb("events.children_welcome", "=", true)] : []),
    ...(stepFree ? [eb("events.step_free", "=", true)] : []),
    ...(language && inLanguage ? [sql<boolean>`events.id = any(${inLanguage}::uuid[])`] : []),
    ...(language && !inLanguage ? [sql<boolean>`events.languages @> array[${language}]::text[]`] : []),
    ...(community ? [eb("events.owner_community_id", "=", community)] : []),
    ...(area ? [isAround(area.point, area.within, begins)] : []),
    ...(box ? [isInBox(box, begins)] : []),
    eb("events.cancelled_at", "is", null),
    eb("events.is_draft", "=", false),
  ];
}

/** The range in which the events of a filter begin, as narrow as an index can use it. */
export const beginsOf = ({ when = "upcoming", from, to }: Wanted, now: Date): { from?: Date; to?: Date } => ({
  ...(when === "upcoming" && { from: new Date(now.getTime() - durationMax) }),
  ...(from && { from: beginOf(from, eastmost - durationMax) }),
  ...(when === "past" && { to: now }),
  ...(to && { to: beginOf(to, 24 * hour + westmost) }),
});

/** Tests whether a newcomer gets a spot now: the opposite of `isFull` (`rules.ts`). */
export const hasRoom = (table = "events") => {
  const [capacity, taken, held, waitlisted, passed] = ["capacity", "taken", "held", "waitlisted", "passed"].map(
    (column) => sql.ref(`${table}.${column}`),
  );
  return sql<boolean>`((${capacity} is null or ${taken} + ${held} < ${capacity}) and ${waitlisted} <= ${held} + ${passed})`;
};

/**
 * The sort key of a list with upcoming events first, soonest first, then the rest, latest first. It is in milliseconds;
 * for the rest, they count back from a moment far after all upcoming events. (`extract` computes with any number of
 * digits, which takes three times as long.)
 */
export const placeOf = (isToCome: RawBuilder<unknown>) => sql<string>`(case when ${isToCome}
  then date_part('epoch', events.event_date) * 1000 else 1e14 - date_part('epoch', events.event_date) * 1000 end)::bigint`;
