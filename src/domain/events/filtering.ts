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
 * Contains a text, with spaces and punctuation left out on both sides unless too little of it is left then; a text of one or two
 * letters is found where a word begins.
 */
function found(eb: ExpressionBuilder<Schema, "events">, search: string) {
  const first = beginning(search);
  if (first !== null)
    return sql<boolean>`events.search_beginnings @@ ${`'${first.replace(/['\\]/g, "$&$&")}'`}::tsquery`;
  const letters = squeezed(search);
  return letters === null
    ? eb("events.search_text", "like", containing(search))
    : eb("events.search_letters", "like", `%${letters}%`);
}

const hour = 3_600_000;

/** The moment at which a day begins in UTC, and how much earlier or later it does so somewhere, in milliseconds. */
const beginOf = (day: string, shift: number) => new Date(Date.parse(`${day}T00:00Z`) + shift);
const [eastmost, westmost] = [-14 * hour, 12 * hour];

/** What events are asked for; what it does not name lets every event through. */
export type Asked = Partial<FeedFilter & Pick<EventFilter, "when"> & { area: Area | null }>;

/** The same in pages. */
export type AskedPage = Asked & Pick<EventFilter, "limit"> & Partial<Pick<EventFilter, "cursor" | "order">>;

/** The same once it is known where the place is that it names (`locate`). */
export type Wanted = Partial<Located<Asked>> & { near?: never };

/**
 * What an event has to be to match a filter. Canceled events are on no list, and neither are drafts. What has not ended has not begun
 * long ago, by which the index on the beginning finds it; it finds the events of some days by the moments between which these are
 * anywhere; and what is over has begun.
 */
export function conditions(eb: ExpressionBuilder<Schema, "events">, filter: Wanted, now: Date) {
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
    box: boxText,
  } = filter;
  const begins = {
    ...(when === "upcoming" && { from: new Date(now.getTime() - durationMax) }),
    ...(from && { from: beginOf(from, eastmost - durationMax) }),
    ...(when === "past" && { to: now }),
    ...(to && { to: beginOf(to, 24 * hour + westmost) }),
  };
  const box = boxOf(boxText ?? "");
  // The database takes any circle for a thousandth of all events, and looks through all that is planned meanwhile instead. Around a place,
  // its own index has the times too; so that it is taken, the others are not to be had.
  const [date, end] = area
    ? [sql<Date>`(events.event_date + interval '0')`, sql<Date>`(events.event_end + interval '0')`]
    : [eb.ref("events.event_date"), eb.ref("events.event_end")];
  return [
    ...(search === "" ? [] : [found(eb, search)]),
    ...(category.length === 0 ? [] : [eb("events.event_type", "in", category)]),
    ...(when === "past" ? [eb(date, "<", now), eb(end, "<", now)] : []),
    ...(when === "upcoming" ? [eb(date, ">=", new Date(now.getTime() - durationMax)), eb(end, ">=", now)] : []),
    ...(from ? [eb(date, ">=", beginOf(from, eastmost - durationMax)), eb("events.last_day", ">=", from)] : []),
    ...(to ? [eb(date, "<", beginOf(to, 24 * hour + westmost)), eb("events.first_day", "<=", to)] : []),
    ...(room ? [eb(date, ">=", now), hasRoom()] : []),
    ...(effort ? [eb("events.effort", "=", effort)] : []),
    ...(children ? [eb("events.children_welcome", "=", true)] : []),
    ...(stepFree ? [eb("events.step_free", "=", true)] : []),
    ...(language && inLanguage ? [sql<boolean>`events.id = any(${inLanguage}::uuid[])`] : []),
    ...(language && !inLanguage ? [sql<boolean>`events.languages @> array[${language}]::text[]`] : []),
    ...(area ? [isAround(area.point, area.within, begins)] : []),
    ...(box ? [isInBox(box, begins)] : []),
    eb("events.cancelled_at", "is", null),
    eb("events.is_draft", "=", false),
  ];
}

/** Whether a newcomer gets a spot now: the opposite of `isFull` (`rules.ts`). */
export const hasRoom = (table = "events") => {
  const [capacity, taken, held, waitlisted, passed] = ["capacity", "taken", "held", "waitlisted", "passed"].map(
    (column) => sql.ref(`${table}.${column}`),
  );
  return sql<boolean>`((${capacity} is null or ${taken} + ${held} < ${capacity}) and ${waitlisted} <= ${held} + ${passed})`;
};

/**
 * One number for the order of a list in which what is to come is first, soonest first, and the rest follows, latest first:
 * milliseconds, which for the rest are counted back from far beyond all that is to come. (`extract` computes with any number of
 * digits, which takes three times as long.)
 */
export const placeOf = (isToCome: RawBuilder<unknown>) => sql<string>`(case when ${isToCome}
  then date_part('epoch', events.event_date) * 1000 else 1e14 - date_part('epoch', events.event_date) * 1000 end)::bigint`;
