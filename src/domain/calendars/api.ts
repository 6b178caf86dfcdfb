import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { makeCalendar, removeCalendar } from "./commands.ts";
import { feedTitle, newsFeed } from "./feeds.ts";
import { getCalendarSecret, listOwnCalendar, listSeriesCalendar } from "./queries.ts";
import { calendarPath } from "./rules.ts";
import { CalendarAddress as CalendarAddressShape } from "./shapes.ts";
import { locate } from "../events/area.ts";
import { eventCalendar, longCalendar } from "../events/feeds.ts";
import { getCalendarEntry, listCalendarEntries, listNews } from "../events/queries.ts";
import { FeedFilter } from "../events/shapes.ts";
import { shape } from "../shapes.ts";
import { say } from "#messages/say.ts";
import { answer, type ApiEnv, call, idParam, named, refusals, resource, signedIn } from "#api/openapi.ts";
import { forEveryone } from "#api/requests.ts";

const CalendarAddress = named(CalendarAddressShape, "CalendarAddress");

/** The media types of the answers. */
const types = {
  ics: "text/calendar; charset=utf-8",
  rss: "application/rss+xml; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
  json: "application/feed+json; charset=utf-8",
} as const;
type Format = keyof typeof types;

/** An answer that is not JSON, with its description. */
const file = (format: Format, description: string) => ({
  description,
  content: { [types[format].split(";")[0]!]: { schema: z.string() } },
});

const one = call({
  operationId: "getEventCalendar",
  summary: "Read one event as a calendar; a canceled one removes itself from yours",
  method: "get",
  path: "/events/{id}/calendar.ics",
  request: { params: idParam },
  responses: { 200: file("ics", "iCalendar (RFC 5545)"), ...refusals("not_found") },
});

const series = call({
  operationId: "getSeriesCalendar",
  summary: "Subscribe to the dates of a series as a calendar; a canceled date removes itself from yours",
  method: "get",
  path: "/series/{id}/calendar.ics",
  request: { params: idParam },
  responses: { 200: file("ics", "iCalendar (RFC 5545)"), ...refusals("not_found") },
});

const all = call({
  operationId: "getEventsCalendar",
  summary: "Subscribe to upcoming events, all or filtered, as a calendar: the soonest 1,000",
  method: "get",
  path: "/feeds/events.ics",
  request: { query: FeedFilter },
  responses: { 200: file("ics", "iCalendar (RFC 5545)"), ...refusals("invalid") },
});

const news = (format: "rss" | "atom" | "json", name: string) =>
  call({
    operationId: `getEventsAs${format.replace(/^./, (letter) => letter.toUpperCase())}`,
    summary: `Subscribe to upcoming events, all or filtered, as ${name}: the 100 created last`,
    method: "get",
    path: `/feeds/events.${format}` as const,
    request: { query: FeedFilter },
    responses: { 200: file(format, name), ...refusals("invalid") },
  });

const own = call({
  operationId: "getOwnCalendar",
  summary: "Read the events that a member has joined and organizes, from 30 days ago on, by the secret in the address",
  method: "get",
  path: "/calendars/{calendar}",
  request: {
    params: z.object({ calendar: z.string().openapi({ description: "The calendar's secret, followed by `.ics`" }) }),
  },
  responses: { 200: file("ics", "iCalendar (RFC 5545)"), ...refusals("not_found") },
});

const address = { path: "/account/calendar", security: signedIn, request: {} } as const;

const read = call({
  operationId: "getCalendarAddress",
  summary: "Read the address of your own calendar",
  method: "get",
  ...address,
  responses: { 200: answer(CalendarAddress, "Its address, or null"), ...refusals("sign_in_required") },
});

const make = call({
  operationId: "makeCalendarAddress",
  summary: "Create a new address for your own calendar; the previous one stops working",
  method: "post",
  ...address,
  responses: { 200: answer(CalendarAddress, "The new address"), ...refusals("sign_in_required") },
});

const remove = call({
  operationId: "removeCalendarAddress",
  summary: "Switch off your own calendar: its address stops working",
  method: "delete",
  ...address,
  responses: { 200: answer(CalendarAddress, "There is no address"), ...refusals("sign_in_required") },
});

const calendarAddress = (c: Context<ApiEnv>, secret: string | null) =>
  shape(CalendarAddressShape, { address: secret === null ? null : c.var.context.address + calendarPath(secret) });

const newsIn = async (c: Context<ApiEnv>, format: "rss" | "atom" | "json", filter: FeedFilter) => {
  const { context } = c.var;
  const wanted = await locate(context, filter);
  const found = await listNews(context, wanted);
  const wishes = { filter, wanted, address: context.address, now: context.now };
  return c.body(await newsFeed(format, found, wishes), 200, { "Content-Type": types[format], ...forEveryone(c) });
};

/** Calendars and feeds, for other programs. */
export const calendars = resource()
  .openapi(one, async (c) => {
    const entry = await getCalendarEntry(c.var.context, c.req.valid("param").id);
    const method = entry.status === "cancelled" ? "CANCEL" : "PUBLISH";
    return c.body(eventCalendar([entry], { method, name: null, address: c.var.context.address }), 200, {
      "Content-Type": types.ics,
      "Content-Disposition": fileNamed(entry.title),
      ...forEveryone(c, entry._id, "members", "communities"),
    });
  })
  .openapi(series, async (c) => {
    const { title, entries } = await listSeriesCalendar(c.var.context, c.req.valid("param").id);
    const wishes = { method: "PUBLISH", name: title, address: c.var.context.address } as const;
    return c.body(await longCalendar(entries, wishes), 200, {
      "Content-Type": types.ics,
      "Content-Disposition": fileNamed(title),
      ...forEveryone(c),
    });
  })
  .openapi(all, async (c) => {
    const wanted = await locate(c.var.context, c.req.valid("query"));
    const entries = await listCalendarEntries(c.var.context, wanted);
    const name = feedTitle(wanted, c.var.context.now);
    return c.body(await longCalendar(entries, { method: "PUBLISH", name, address: c.var.context.address }), 200, {
      "Content-Type": types.ics,
      "Content-Disposition": fileNamed(name),
      ...forEveryone(c),
    });
  })
  .openapi(news("rss", "RSS 2.0"), (c) => newsIn(c, "rss", c.req.valid("query")))
  .openapi(news("atom", "Atom (RFC 4287)"), (c) => newsIn(c, "atom", c.req.valid("query")))
  .openapi(news("json", "JSON Feed 1"), (c) => newsIn(c, "json", c.req.valid("query")))
  .openapi(own, async (c) => {
    const secret = /^([\w-]+)\.ics$/.exec(c.req.valid("param").calendar)?.[1] ?? "";
    const entries = await listOwnCalendar(c.var.context, secret);
    const calendar = await longCalendar(entries, {
      method: "PUBLISH",
      name: say("feed.own"),
      address: c.var.context.address,
    });
    return c.body(calendar, 200, { "Content-Type": types.ics, "Cache-Control": "private, no-store" });
  })
  .openapi(read, async (c) => c.json(calendarAddress(c, await getCalendarSecret(c.var.context)), 200))
  .openapi(make, async (c) => c.json(calendarAddress(c, await makeCalendar(c.var.context)), 200))
  .openapi(remove, async (c) => {
    await removeCalendar(c.var.context);
    return c.json(calendarAddress(c, null), 200);
  });

/**
 * The header for a file that a program shows, or saves under this name; it repeats the name in ASCII for programs that
 * read nothing else.
 */
function fileNamed(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "-");
  const whole = encodeURIComponent(`${name.replace(/[\p{Cc}\\/:]/gu, " ").trim()}.ics`).replace(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return `inline; filename="${plain.replace(/^-|-$/g, "") || "event"}.ics"; filename*=UTF-8''${whole}`;
}
