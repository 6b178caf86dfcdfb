import type { Database } from "#db/schema.server.ts";
import { encodeCursor } from "#domain/cursor.ts";
import { listSitemapFiles } from "#domain/events/sitemap.ts";
import { signedIn } from "../test/setup/crowd.ts";
import { cityPeople } from "../tools/demo/city-fill.ts";

/**
 * A call or a page. If the length of an answer depends on the number of entries, `entry` matches the beginning of each,
 * and the limit is for the time per entry. `why` gives the reason for an exception.
 */
export type Asked = { what: string; path: string; token?: string; entry?: RegExp; why?: string };

const calendarEntry = /BEGIN:VEVENT/g;

/** The requests that visitors can make, and members' requests with unusual counts. */
export async function callsOf(db: Database, size: number): Promise<Asked[]> {
  const [firstFile] = await listSitemapFiles({ db, now: new Date() });
  const { event, over, crowded, far } = await someEvents(db, size);
  const open: Asked[] = [
    { what: "home", path: "/" },
    ...filters("list", "/upcoming-events"),
    { what: "event's page", path: `/view-event/${event}` },
    { what: "page of an event that is over", path: `/view-event/${over}` },
    { what: "page of an event with 5,000", path: `/view-event/${crowded}`, why: why.crowd },
    { what: "communities' page", path: "/community" },
    ...filters("GET /events", "/api/events", "limit=20"),
    ...filters("GET /events, past", "/api/events", "limit=20&when=past", -60),
    ...filters("GET /events, at any time", "/api/events", "limit=20&when=all", -14),
    ...far.map(({ what, query }) => ({ what: `GET /events, ${what}`, path: `/api/events?limit=20&${query}` })),
    { what: "GET /view-event", path: `/api/view-event/${event}` },
    { what: "faces of 5,000", path: `/api/events/${crowded}/faces` },
    { what: "community", path: "/api/community" },
    { what: "event's calendar", path: `/api/events/${event}/calendar.ics` },
    { what: "feed, calendar", path: "/api/feeds/events.ics", entry: calendarEntry },
    { what: "feed, calendar of one type", path: "/api/feeds/events.ics?category=food", entry: calendarEntry },
    { what: "feed, RSS", path: "/api/feeds/events.rss", entry: /<item>/g },
    { what: "feed, Atom of one type", path: "/api/feeds/events.atom?category=food", entry: /<entry>/g },
    { what: "feed, JSON", path: "/api/feeds/events.json", entry: /"date_published"/g },
    { what: "sitemap", path: "/sitemap.xml", why: why.files },
    { what: "sitemap, a file", path: `/sitemap.xml?from=${firstFile}`, entry: /<loc>/g },
  ];
  return [...open, ...(await callsOfMembers(db, size, crowded))];
}

async function callsOfMembers(db: Database, size: number, crowded: string): Promise<Asked[]> {
  const { organizer, host, joiner } = cityPeople(size);
  const members = await db
    .selectFrom("members")
    .select(["id", "email"])
    .where("email", "in", [organizer, host, joiner])
    .execute();
  const people = await signedIn(db, members);
  const tokenOf = (email: string) => people.find((person) => person.email === email)?.token ?? "";
  const secret = "calendar-of-the-bench";
  await db.updateTable("members").set({ calendar_secret: secret }).where("email", "=", joiner).execute();
  const list = (what: string, path: string, email: string): Asked => ({ what, path, token: tokenOf(email) });
  return [
    list("own events, newest first", "/api/myEvents?limit=20", organizer),
    list("own events, upcoming first", "/api/myEvents?limit=20&order=upcoming", organizer),
    { ...list("registrations of one member", "/api/joined-events?limit=20", joiner), why: why.order },
    list("participants of 5,000", `/api/events/${crowded}/participants?limit=20`, host),
    list("waitlist of an event with 5,000", `/api/events/${crowded}/participants?limit=20&state=waiting`, host),
    {
      ...list("participants of 5,000, by name", `/api/events/${crowded}/participants?limit=20&search=7777`, host),
      why: why.names,
    },
    { ...list("spreadsheet of 5,000", `/api/events/${crowded}/participants.csv`, host), entry: /\r\n/g },
    list("whether one has joined", `/api/already-joined/${crowded}`, joiner),
    { what: "own calendar", path: `/api/calendars/${secret}.ics`, entry: calendarEntry },
  ];
}

/** An upcoming event, a past one, and one with many people; and cursors from the middle of the lists. */
async function someEvents(db: Database, size: number) {
  const now = new Date();
  const open = db
    .selectFrom("events")
    .where("cancelled_at", "is", null)
    .where("is_draft", "=", false)
    .select(["id", "event_date"]);
  const upcoming = open.where("event_date", ">", now).orderBy("event_date").orderBy("id");
  const past = open
    .where("event_end", "<", now)
    .where("event_date", "<", now)
    .orderBy("event_date", "desc")
    .orderBy("id", "desc");
  const all = open.orderBy("event_date").orderBy("id");
  const [event, over, crowded, ...middles] = await Promise.all([
    upcoming.limit(1).executeTakeFirstOrThrow(),
    past.limit(1).executeTakeFirstOrThrow(),
    db.selectFrom("events").select("id").orderBy("taken", "desc").limit(1).executeTakeFirstOrThrow(),
    upcoming
      .offset(Math.floor(size / 20))
      .limit(1)
      .executeTakeFirstOrThrow(),
    past
      .offset(Math.floor(size / 2))
      .limit(1)
      .executeTakeFirstOrThrow(),
    all
      .offset(Math.floor(size / 2))
      .limit(1)
      .executeTakeFirstOrThrow(),
  ]);
  const far = ["when=upcoming", "when=past", "when=all"].map((query, index) => {
    const { id, event_date } = middles[index]!;
    return { what: `far page, ${query}`, query: `${query}&cursor=${encodeCursor(event_date.toISOString(), id)}` };
  });
  return { event: event.id, over: over.id, crowded: crowded.id, far };
}

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The reasons why some requests may take longer with more events, and how much. */
const why = {
  found:
    "up to 1,000 that are found are read to be counted, and letters of words are looked up among events of all times",
  strip: "the strip counts each of thousands of events on its days",
  around: "what is around a large town is put in order, and the strip counts all of it",
  ways: "what is found instead is counted to 1,000, and each of these is read",
  days: "the strip counts what is found on each day, and reads each of these",
  files: "where the files begin is counted through all that is to come",
  crowd: "who of 5,000 shows their face is looked up for each",
  names: "the names of 5,000 are compared one by one",
  order: "5,000 registrations are put in the order of their events",
};

/** A list with each of its filters; `first` is the number of days from now to the first requested day. */
function filters(prefix: string, path: string, rest = "", first = 3): Asked[] {
  const [day, last] = [dayIn(first), dayIn(first + 27)];
  const isPage = !path.startsWith("/api");
  const slow = isPage ? why.days : why.found;
  const strip = isPage ? why.strip : "";
  const queries: [what: string, query: string, why?: string][] = [
    ["all", "", strip],
    ["one type", "category=food"],
    ["one day", `from=${day}&to=${day}`, strip],
    ["near a town, two days, with room", `near=Porto&from=${day}&to=${dayIn(first + 1)}&room=1`],
    ["near a town, by distance", "near=Porto&within=50&order=distance", why.around],
    ["a language that nobody speaks", "language=zu"],
    ["a language that nobody speaks near a town", "language=zu&near=Porto", isPage ? why.ways : ""],
    ["step-free, hard work", "stepFree=1&effort=hard"],
    ["a misspelt word", "search=libary", isPage ? why.ways : ""],
    ["for children", "children=1", isPage ? why.strip : ""],
    ["four weeks of one type", `from=${day}&to=${last}&category=food`],
    ["search of one letter", "search=c", slow],
    ["search of two letters", "search=ki", slow],
    ["search of a rare beginning", "search=47", slow],
    ["search of three letters", "search=lak", slow],
    ["search of a common word", "search=cleanup", slow],
    ["search of two words", "search=harbor+library", slow],
    ["search of one place", "search=harbor+library+4", slow],
    ["search that finds nothing", "search=qqqq"],
    ["search in one type", "search=ki&category=food", slow],
  ];
  return queries.map(([what, query, reason]) => ({
    what: `${prefix}, ${what}`,
    path: `${path}?${[rest, query].filter(Boolean).join("&")}`,
    ...(reason && { why: reason }),
  }));
}
