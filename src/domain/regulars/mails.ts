import { say } from "#messages/say.ts";
import { drawingOf, eventInMail } from "../events/mails.ts";
import type { EventType } from "../events/rules.ts";
import { type EventInMail, greeting, type Letter } from "../mail.ts";
import type { Reader } from "../notification-preferences/queries.ts";
import type { TaskContext } from "../outbox.ts";
import { parseRRule } from "../recurrence/recurrence.ts";
import { recurrenceInWords } from "../recurrence/rules.ts";
import { textIn } from "../time-zones/rules.ts";
import type { WeekDate } from "./weekly.ts";

type MailContext = Pick<TaskContext, "address" | "links" | "now">;

/** A series with its rule. */
export type SeriesInWords = { series_id: string; series_title: string; rule: string; anchor: string };

/** Names a regular's dates of the week, each with a button to say no, and each series with a link to stop. */
export function weekMail(
  reader: Reader & { memberId: string },
  dates: readonly [WeekDate, ...WeekDate[]],
  ctx: MailContext,
): Letter {
  const [first, ...others] = dates;
  const isOne = others.length === 0;
  const series = new Map(dates.map((date) => [date.series_id, date]));
  return {
    to: reader.email,
    subject: isOne
      ? say("regulars.mail.subject.one", { title: first.title, day: dayOf(first) })
      : say("regulars.mail.subject", { count: dates.length }),
    ...(isOne ? { event: inMail(first, ctx) } : { events: dates.map((date) => inMail(date, ctx)) }),
    heading: say("regulars.mail.heading"),
    paragraphs: [...greeting(reader.name), ...(isOne ? waitingIn(first) : []), say("regulars.mail.text")],
    actions: dates.map((date) => ({
      label: isOne ? say("regulars.mail.skip.one") : say("regulars.mail.skip", { title: date.title, day: dayOf(date) }),
      address: `${pageOf(ctx, { ...date, memberId: reader.memberId, eventId: date.id })}&skip`,
    })),
    reason: say("regulars.mail.reason"),
    follows: [...series.values()].map((one) => stopOf(one, reader, ctx)),
    stop: reader.stop,
    ...drawingOf({ eventType: first.event_type as EventType, thumbnailUrl: first.thumbnail_url }, ctx.address),
  };
}

/** Tells a member that an organizer put them down for each date of a series. */
export function madeRegularMail(
  reader: Reader & { memberId: string },
  { organizer, ...series }: SeriesInWords & { organizer: string },
  ctx: MailContext,
): Letter {
  const { series_title: title } = series;
  return {
    to: reader.email,
    subject: say("regulars.made.subject", { title }),
    heading: say("regulars.made.heading"),
    paragraphs: [
      ...greeting(reader.name),
      say("regulars.made.text", { organizer, title, rule: inWords(series) }),
      say("regulars.made.after"),
    ],
    actions: [{ label: say("regulars.made.see"), address: pageOf(ctx, { ...series, memberId: reader.memberId }) }],
    reason: say("regulars.mail.reason"),
    follows: [stopOf(series, reader, ctx)],
    stop: reader.stop,
  };
}

const inMail = (date: WeekDate, { now }: MailContext): EventInMail => {
  const { title, location, event_date, event_end, time_zone: timeZone } = date;
  const [eventDate, eventEnd] = [event_date.toISOString(), event_end.toISOString()];
  const eventType = date.event_type as EventType;
  return {
    ...eventInMail({ title, location, eventType, eventDate, eventEnd, timeZone }, now),
    lines: waitingIn(date),
  };
};

const waitingIn = ({ status }: WeekDate): string[] => (status === "waitlisted" ? [say("regulars.mail.waits")] : []);

const dayOf = ({ event_date, time_zone }: WeekDate): string => textIn(time_zone, "dayOfMonth", event_date);

const inWords = ({ rule, anchor }: SeriesInWords): string => {
  const read = parseRRule(rule, anchor);
  return read === null ? "" : recurrenceInWords(read, anchor);
};

const stopOf = (series: SeriesInWords, { memberId }: { memberId: string }, ctx: MailContext) => ({
  text: `${series.series_title} · ${inWords(series)}`,
  label: say("regulars.mail.stop"),
  address: `${pageOf(ctx, { ...series, memberId })}&stop`,
});

/** The page on which the reader says no to a date, or stops, signed in or not. */
const pageOf = (
  { address, links }: MailContext,
  { series_id, memberId, eventId }: { series_id: string; memberId: string; eventId?: string },
): string => {
  const id = [series_id, memberId, ...(eventId === undefined ? [] : [eventId])].join(":");
  return `${address}/regular#${links.sign("regular", id)}`;
};
