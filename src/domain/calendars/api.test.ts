import ICAL from "ical.js";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make, tomorrow } from "#test/make.ts";

let make: Make;
let call: Call;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
});

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day);
const calendarOf = ({ body }: Answer) => new ICAL.Component(ICAL.parse(body));
const eventsOf = (answer: Answer) =>
  calendarOf(answer)
    .getAllSubcomponents("vevent")
    .map((event) => new ICAL.Event(event));
const titlesIn = (answer: Answer) => eventsOf(answer).map((event) => event.summary);
const statusesIn = (answer: Answer) =>
  Object.fromEntries(eventsOf(answer).map((event) => [event.summary, event.component.getFirstPropertyValue("status")]));

const pathOf = ({ body }: Answer) => String(body.address).replace("http://localhost/api", "");

const cancel = (id: string) =>
  make.db.updateTable("events").set({ cancelled_at: new Date() }).where("id", "=", id).execute();

describe("GET /events/{id}/calendar.ics", () => {
  it("returns the event as a calendar, under its own file name", async () => {
    const eventDate = tomorrow();
    eventDate.setUTCMilliseconds(0);
    const id = await make.event({ title: "Ménage d'été: “Plage” 🏖️ / 2", eventDate });
    const answer = await call("GET", `/events/${id}/calendar.ics`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("public, no-cache");
    const [plain, whole] = (answer.headers.get("content-disposition") ?? "").split("; filename*=UTF-8''");
    expect(plain).toBe('inline; filename="menage-d-ete-plage-2.ics"');
    expect(decodeURIComponent(whole ?? "")).toBe("Ménage d'été  “Plage” 🏖️   2.ics");
    expect(calendarOf(answer).getFirstPropertyValue("method")).toBe("PUBLISH");
    const [event] = eventsOf(answer);
    expect(event?.uid).toBe(`${id}@localhost`);
    expect(event?.startDate.toUnixTime()).toBe(eventDate.getTime() / 1000);
    expect(event?.endDate.toUnixTime()).toBe(eventDate.getTime() / 1000 + 7200);
    expect(event?.startDate.zone.tzid).toBe("Asia/Dhaka");
  });

  it("is cached until the event or its organizer's name changes; an answer to a member is not cached", async () => {
    const { token } = await make.signedIn();
    const path = `/events/${await make.event()}/calendar.ics`;
    const topics = async (wishes: { token?: string }) => (await call("GET", path, wishes)).headers.get("cache-tag");
    expect(await topics({})).toBe(`${path.split("/")[2]} members communities`);
    expect(await topics({ token })).toBeNull();
  });

  it("has a file name even for a title without ASCII letters", async () => {
    const { headers } = await call("GET", `/events/${await make.event({ title: "সবুজ পাড়া" })}/calendar.ics`);
    expect(headers.get("content-disposition")).toMatch(/^inline; filename="event\.ics"; filename\*=UTF-8''%E0/);
  });

  it("removes a canceled event", async () => {
    const id = await make.event({ title: "Beach Cleanup" });
    await cancel(id);
    const answer = await call("GET", `/events/${id}/calendar.ics`);
    expect(calendarOf(answer).getFirstPropertyValue("method")).toBe("CANCEL");
    expect(statusesIn(answer)).toEqual({ "Beach Cleanup": "CANCELLED" });
  });

  it("returns the same text until it changes", async () => {
    const path = `/events/${await make.event()}/calendar.ics`;
    const first = await call("GET", path);
    expect((await call("GET", path)).body).toBe(first.body);
    await make.db.updateTable("events").set({ title: "Changed", sequence: 1 }).execute();
    expect((await call("GET", path)).body).not.toBe(first.body);
  });

  it("contains our public address, if there is one", async () => {
    const id = await make.event();
    const { body } = await callerOf(make, "https://goodturn.example")("GET", `/events/${id}/calendar.ics`);
    expect(body).toContain(`UID:${id}@goodturn.example\r\n`);
    expect(body.replaceAll("\r\n ", "")).toContain(`URL;VALUE=URI:https://goodturn.example/view-event/${id}\r\n`);
  });

  it.each(["nonsense", "0199f2a0-0000-7000-8000-000000000001"])("does not find %s", async (id) => {
    expect(await call("GET", `/events/${id}/calendar.ics`)).toMatchObject({ status: 404, body: { code: "not_found" } });
  });
});

describe("GET /feeds/events.ics", () => {
  it("has upcoming events, soonest first, all of them or one type", async () => {
    await make.event({ title: "Later", eventDate: inDays(5), eventType: "food" });
    await make.event({ title: "Sooner", eventDate: inDays(2) });
    await make.event({ title: "Over", eventDate: inDays(-2) });
    await cancel(await make.event({ title: "Cancelled" }));

    const all = await call("GET", "/feeds/events.ics");
    expect(all.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(titlesIn(all)).toEqual(["Sooner", "Later"]);
    expect(calendarOf(all).getFirstPropertyValue("x-wr-calname")).toBe("Goodturn: upcoming events");
    const food = await call("GET", "/feeds/events.ics?category=food");
    expect(titlesIn(food)).toEqual(["Later"]);
    expect(calendarOf(food).getFirstPropertyValue("x-wr-calname")).toBe("Goodturn: events in Food Donation");
    expect(titlesIn(await call("GET", "/feeds/events.ics?category=donation"))).toEqual([]);
    const both = await call("GET", "/feeds/events.ics?category=food&category=cleanup&room=1&search=soon");
    expect(titlesIn(both)).toEqual(["Sooner"]);
    expect(calendarOf(both).getFirstPropertyValue("x-wr-calname")).toBe(
      "Goodturn: events that say “soon” in Clean up Drive or Food Donation, with room",
    );
  });
});

describe("GET /feeds/events.rss, .atom and .json", () => {
  const typed = { title: "Tea & <b>cake</b> ]]> ]]> “now”", description: "One & two\n<script>\n\nالسلام \u0007]]>" };

  it("list the events created last, latest first, in each format", async () => {
    await make.event({ title: "First", eventDate: inDays(2) });
    const id = await make.event({ ...typed, eventType: "food", eventDate: inDays(9) });

    const json = await call("GET", "/feeds/events.json");
    expect(json.headers.get("content-type")).toBe("application/feed+json; charset=utf-8");
    expect(json.body).toMatchObject({
      version: "https://jsonfeed.org/version/1",
      title: "Goodturn: upcoming events",
      home_page_url: "http://localhost/upcoming-events",
      feed_url: "http://localhost/api/feeds/events.json",
    });
    expect(json.body.items.map((item: { title: string }) => item.title)).toEqual([typed.title, "First"]);
    expect(json.body.items[0].url).toBe(`http://localhost/view-event/${id}`);
    expect(json.body.items[0].content_html).toMatch(
      /^<p>.+ – .+ [AP]M Dhaka time · Cox's Bazar<\/p><p>One &amp; two<br>&lt;script&gt;<\/p><p>السلام \]\]&gt;<\/p>$/,
    );

    const some = await call("GET", "/feeds/events.json?room=true&effort=hard");
    expect(some.body).toMatchObject({
      title: "Goodturn: events with room, with hard work",
      items: [],
      home_page_url: "http://localhost/upcoming-events?room=1&effort=hard",
      feed_url: "http://localhost/api/feeds/events.json?room=1&effort=hard",
    });

    const rss = await call("GET", "/feeds/events.rss?category=food");
    expect(rss.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    const atom = await call("GET", "/feeds/events.atom?category=food");
    expect(atom.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    for (const { body } of [rss, atom]) {
      expect(body).toContain("<![CDATA[Tea &amp; &lt;b&gt;cake&lt;/b&gt; ]]&gt; ]]&gt; “now”]]>");
      expect(body).not.toContain("First");
      expect(body).not.toMatch(/(?![\t\n])\p{Cc}/u);
      expect(body).toContain(`http://localhost/view-event/${id}`);
    }
    expect(atom.body).toContain('rel="self" href="http://localhost/api/feeds/events.atom?category=food"');
  });

  it.each(["rss", "atom", "json", "ics"])("return the same text until something changes (%s)", async (format) => {
    await make.event();
    const first = await call("GET", `/feeds/events.${format}`);
    expect(first.headers.get("cache-control")).toBe("public, no-cache");
    expect((await call("GET", `/feeds/events.${format}`)).body).toEqual(first.body);
    await make.event();
    expect((await call("GET", `/feeds/events.${format}`)).body).not.toEqual(first.body);
  });

  it.each(["rss", "atom", "json", "ics"])("reject an unknown kind (%s)", async (format) => {
    const answer = await call("GET", `/feeds/events.${format}?category=party`);
    expect(answer).toMatchObject({ status: 422, body: { code: "invalid", fields: [{ path: "category" }] } });
  });

  it("exist only in these formats", async () => {
    expect(await call("GET", "/feeds/events.txt")).toMatchObject({ status: 404, body: { code: "no_such_call" } });
  });
});

describe("a member's own calendar", () => {
  it("has the events that they joined, wait for and organize, canceled ones too, from thirty days ago on", async () => {
    const { member, token } = await make.signedIn();
    await make.event({ title: "Organized", organizer: member, eventDate: inDays(3) });
    const waiting = await make.event({ title: "Waiting", eventDate: inDays(4) });
    await make.join({ eventId: waiting, member });
    await make.db.updateTable("registrations").set({ status: "waitlisted" }).where("event_id", "=", waiting).execute();
    const joined = await make.event({ title: "Joined", eventDate: inDays(1) });
    await make.join({ eventId: joined, member });
    await make.join({ eventId: joined });
    const gone = await make.event({ title: "Cancelled", eventDate: inDays(2) });
    await make.join({ eventId: gone, member });
    await cancel(gone);
    await make.join({ eventId: await make.event({ title: "Lately", eventDate: inDays(-29) }), member });
    await make.join({ eventId: await make.event({ title: "Long ago", eventDate: inDays(-31) }), member });
    await make.event({ title: "Another's" });
    const draft = await make.event({ title: "Draft", organizer: member });
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
    const own = await make.event({ title: "Both", organizer: member, eventDate: inDays(5) });
    await make.join({ eventId: own, member });
    const full = await make.event({ title: "Own, waiting", organizer: member, eventDate: inDays(6) });
    await make.join({ eventId: full, member });
    await make.db.updateTable("registrations").set({ status: "waitlisted" }).where("event_id", "=", full).execute();

    const address = await call("POST", "/account/calendar", { token });
    expect(address.body.address).toMatch(/^http:\/\/localhost\/api\/calendars\/[\w-]{43}\.ics$/);
    const answer = await call("GET", pathOf(address));
    expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(answer.headers.has("etag")).toBe(false);
    expect(titlesIn(answer)).toEqual(["Lately", "Joined", "Cancelled", "Organized", "Waiting", "Both", "Own, waiting"]);
    expect(statusesIn(answer)).toMatchObject({
      Joined: "CONFIRMED",
      Waiting: "TENTATIVE",
      Organized: "CONFIRMED",
      Both: "CONFIRMED",
      "Own, waiting": "CONFIRMED",
      Cancelled: "CANCELLED",
    });
    expect(calendarOf(answer).getFirstPropertyValue("x-wr-calname")).toBe("My Goodturn events");
  });

  it("works at its latest address until it is switched off", async () => {
    const { token } = await make.signedIn();
    const other = await make.signedIn();
    expect((await call("GET", "/account/calendar", { token })).body).toEqual({ address: null });
    const first = await call("POST", "/account/calendar", { token });
    expect((await call("GET", "/account/calendar", { token })).body).toEqual(first.body);
    expect((await call("GET", "/account/calendar", { token: other.token })).body).toEqual({ address: null });
    expect((await call("GET", pathOf(first))).status).toBe(200);

    const second = await call("POST", "/account/calendar", { token });
    expect(second.body).not.toEqual(first.body);
    expect((await call("GET", pathOf(first))).status).toBe(404);
    expect((await call("GET", pathOf(second))).status).toBe(200);

    expect((await call("DELETE", "/account/calendar", { token })).body).toEqual({ address: null });
    expect((await call("GET", pathOf(second))).status).toBe(404);
    expect((await call("GET", "/account/calendar", { token })).body).toEqual({ address: null });
  });

  it.each(["guessed.ics", "null.ics", ".ics", "guessed", "%00.ics", "a%2Fb.ics"])(
    "is not found as %s",
    async (name) => {
      await make.signedIn();
      expect(await call("GET", `/calendars/${name}`)).toMatchObject({ status: 404, body: { code: "not_found" } });
    },
  );

  it("keeps its address out of the log, also after errors", async () => {
    const log = vi.spyOn(console, "error");
    const broken = { ...make, db: null as unknown as Make["db"] };
    expect((await callerOf(broken)("GET", "/calendars/verysecret.ics")).status).toBe(500);
    expect(JSON.stringify(log.mock.calls)).not.toContain("verysecret");
    expect(log.mock.calls[0]?.[0]).toBe("GET /api/calendars/:calendar");
    log.mockClear();
  });
});
