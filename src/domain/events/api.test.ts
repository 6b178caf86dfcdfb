import { beforeEach, describe, expect, it } from "vitest";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeTowns } from "#test/towns.ts";
import { columnsAt } from "./placing.ts";
import { inTwoYears, makeIn, type Make, tomorrow, yesterday } from "#test/make.ts";

let make: Make;
let call: Call;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
});

const input = (more: object = {}) => ({
  title: "নদীর পাড় পরিষ্কার",
  eventType: "cleanup",
  location: `"Ghat" <script>alert('1')</script>`,
  eventDate: inTwoYears("-05-01T09:30:00+06:00"),
  timeZone: "Asia/Dhaka",
  maxParticipant: "20-50",
  thumbnailUrl: "https://example.org/a.jpg",
  description: "تنظيف الشاطئ 🏖️ معًا",
  ...more,
});
const fieldsOf = ({ body }: Awaited<ReturnType<Call>>) =>
  Object.fromEntries(
    (body.fields ?? []).map(({ path, message }: { path: string; message: string }) => [path, message]),
  );
const eventKeys = (
  "_id asksPhone cancelReason capacity childrenWelcome community description effort email eventDate eventEnd eventType held holdHours isExact languages location " +
  "maxParticipant organizer organizerId organizerPhoto participant passed point provided series status stepFree thumbnailUrl timeZone title town waiting waitlisted whatToBring"
).split(" ");

const unsaid = { effort: null, childrenWelcome: null, stepFree: null, languages: [], provided: null, asksPhone: false };
const nowhere = { point: null, isExact: false, town: null, community: null, series: null };

describe("GET /events", () => {
  it("returns the plain list with the total and a link to the next page that keeps the filters", async () => {
    const organizer = await make.member();
    for (let number = 0; number < 3; number++) await make.event({ organizer, title: `Clean ${number}` });
    await make.event({ organizer, title: "Other" });

    const first = await call("GET", "/events?search=clean&category=cleanup&limit=2&utm=x%26y");
    expect(first.status).toBe(200);
    expect(first.body.map(({ title }: { title: string }) => title)).toEqual(["Clean 0", "Clean 1"]);
    expect(first.headers.get("x-total-count")).toBe("3");
    expect(first.headers.get("cache-control")).toBe("public, no-cache");
    const link = /^<\/api(\/events\?.+)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    expect(Object.fromEntries(new URL(link, "http://x").searchParams)).toMatchObject({
      search: "clean",
      category: "cleanup",
      limit: "2",
      utm: "x&y",
    });

    const second = await call("GET", link);
    expect(second.body.map(({ title }: { title: string }) => title)).toEqual(["Clean 2"]);
    expect(second.headers.get("link")).toBeNull();
  });

  it("lists the events around a town, the nearest first, page by page, and rejects an unknown town", async () => {
    await makeTowns(make.db, [{ id: 1, name: "Porto", lat: 41.15, lon: -8.61 }]);
    for (const [title, lat] of [
      ["Far", 41.2],
      ["Near", 41.16],
      ["Farther", 41.5],
    ] as const) {
      const id = await make.event({ title });
      const columns = columnsAt({ lat, lon: -8.61 }, 1, true);
      await make.db.updateTable("events").set(columns).where("id", "=", id).execute();
    }
    await make.event({ title: "Somewhere" });
    const titles = (answer: Awaited<ReturnType<typeof call>>) =>
      answer.body.map(({ title }: { title: string }) => title);
    const first = await call("GET", "/events?near=por&order=distance&limit=1");
    expect([titles(first), first.headers.get("x-total-count")]).toEqual([["Near"], "2"]);
    const link = /<\/api([^>]+)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    expect(titles(await call("GET", link))).toEqual(["Far"]);
    expect(titles(await call("GET", "/events?near=41.5,-8.6&within=2"))).toEqual(["Farther"]);
    const message = "We don't know a town with this name. Check its spelling, or leave it empty.";
    const refused = { code: "invalid", fields: [{ path: "near", message }] };
    expect(await call("GET", "/events?near=Nowhere")).toMatchObject({ status: 422, body: refused });
  });

  it("returns exactly the fields of an event, whatever columns the table has", async () => {
    await make.event();
    const { body } = await call("GET", "/events");
    expect(Object.keys(body[0]).toSorted()).toEqual(eventKeys);
  });

  it("returns an empty list when nothing matches", async () => {
    const { status, body, headers } = await call("GET", "/events?search=nothing");
    expect([status, body, headers.get("x-total-count"), headers.get("link")]).toEqual([200, [], "0", null]);
  });
});

describe("GET /view-event/{id}", () => {
  it("returns one event to every caller", async () => {
    const id = await make.event();
    const { status, body } = await call("GET", `/view-event/${id}`);
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(eventKeys);
    expect(body).toMatchObject({ _id: id, title: "Beach Cleanup", participant: 0, waitlisted: 0, capacity: 20 });
  });
});

describe("POST /add-event", () => {
  it("creates an event of the token's member, whatever the body says about the organizer", async () => {
    const { token, member } = await make.signedIn({ name: "Amina" });
    const sent = input({
      email: member.email.toUpperCase(),
      organizer: "Somebody",
      organizerPhoto: "https://evil.example",
    });
    const { status, body } = await call("POST", "/add-event", { token, json: sent });
    expect([status, Object.keys(body)]).toEqual([200, ["acknowledged", "insertedId", "status"]]);

    const event = await call("GET", `/view-event/${body.insertedId}`);
    expect(event.body).toEqual({
      ...input(),
      _id: body.insertedId,
      eventDate: inTwoYears("-05-01T03:30:00.000Z"),
      eventEnd: inTwoYears("-05-01T05:30:00.000Z"),
      status: "active",
      cancelReason: null,
      capacity: 50,
      participant: 0,
      waitlisted: 0,
      waiting: 0,
      held: 0,
      passed: 0,
      holdHours: 12,
      email: member.email,
      organizerId: member.id,
      organizer: "Amina",
      organizerPhoto: "https://example.org/me.jpg",
      whatToBring: null,
      ...unsaid,
      ...nowhere,
    });
  });

  it("accepts exactly 50 and 1000 characters as a person counts them, and rejects one more", async () => {
    const { token } = await make.signedIn();
    const [family, kha] = ["👨‍👩‍👧‍👦", "খু"];
    const add = (title: string, description: string) =>
      call("POST", "/add-event", { token, json: input({ title, description }) });

    const { body } = await add(family.repeat(50), kha.repeat(1000));
    const event = await call("GET", `/view-event/${body.insertedId}`);
    expect([event.body.title, event.body.description]).toEqual([family.repeat(50), kha.repeat(1000)]);

    expect(fieldsOf(await add(family.repeat(51), kha.repeat(1001)))).toEqual({
      title: "Title must not exceed 50 characters",
      description: "Description must not exceed 1000 characters",
    });
  });

  it("reports what is wrong with each field", async () => {
    const { token } = await make.signedIn();
    expect(fieldsOf(await call("POST", "/add-event", { token, json: {} }))).toEqual({
      title: "Please give the event a title.",
      eventType: "Please choose an event type.",
      location: "Please say where it takes place.",
      eventDate: "Please choose the date and time.",
      maxParticipant: "Please say how many people can take part.",
      thumbnailUrl: "Please add the address of a picture, or upload one.",
      description: "Please describe the event.",
    });
    const wrong = {
      title: "  ",
      eventType: "party",
      location: 7,
      eventDate: "tomorrow",
      timeZone: "Mars/Olympus",
      maxParticipant: "nobody: 0",
      thumbnailUrl: "javascript:alert(1)",
      description: null,
    };
    expect(fieldsOf(await call("POST", "/add-event", { token, json: input(wrong) }))).toEqual({
      title: "Please give the event a title.",
      eventType: "Please choose an event type.",
      location: "This should be text.",
      eventDate: "Please choose the date and time.",
      timeZone: "We do not know this time zone.",
      maxParticipant: "At least one person must be able to take part.",
      thumbnailUrl: "Please give a web address that starts with http:// or https://.",
      description: "This should be text.",
    });
  });

  it("rejects a moment that is not in the future", async () => {
    const { token } = await make.signedIn();
    const json = input({ eventDate: new Date().toISOString() });
    expect(fieldsOf(await call("POST", "/add-event", { token, json }))).toEqual({
      eventDate: "Please choose a time in the future.",
    });
  });
});

describe("PATCH /events/{id}", () => {
  it("changes only the named fields, and search finds the new words", async () => {
    const { token, member } = await make.signedIn();
    const id = await make.event({ organizer: member, title: "Old", location: "Leeds" });
    const json = { title: "Café repair", thumbnailUrl: "", description: "" };
    const answer = await call("PATCH", `/events/${id}`, { token, json, headers: { email: member.email } });
    expect([answer.status, answer.body]).toEqual([200, { acknowledged: true, modifiedCount: 1 }]);

    const { body } = await call("GET", "/events?search=cafe");
    expect(body).toMatchObject([
      { _id: id, title: "Café repair", location: "Leeds", thumbnailUrl: null, description: "" },
    ]);
    expect((await call("GET", "/events?search=old")).body).toEqual([]);
  });

  it.each(["", null])("accepts %o for no picture and no description", async (none) => {
    const { token, member } = await make.signedIn();
    const id = await make.event({ organizer: member });
    await call("PATCH", `/events/${id}`, { token, json: { thumbnailUrl: none, description: none } });
    expect((await call("GET", `/view-event/${id}`)).body).toMatchObject({ thumbnailUrl: null, description: "" });
  });

  it("accepts a past date only if the event already has it", async () => {
    const { token, member } = await make.signedIn();
    const eventDate = yesterday();
    const id = await make.event({ organizer: member, eventDate });
    const change = (json: object) => call("PATCH", `/events/${id}`, { token, json });

    expect((await change({ title: "Thanks!", eventDate: eventDate.toISOString() })).status).toBe(200);
    expect((await change({ title: "Thanks again!" })).status).toBe(200);
    const earlier = await change({ eventDate: new Date(eventDate.getTime() - 1).toISOString() });
    expect(fieldsOf(earlier)).toEqual({ eventDate: "Please choose a time in the future." });
    expect((await change({ eventDate: tomorrow().toISOString() })).status).toBe(200);
  });

  it("refuses to change another organizer's event, and any event when the header names another address", async () => {
    const { token, member } = await make.signedIn();
    const [others, mine] = [await make.event(), await make.event({ organizer: member })];
    const json = { title: "Taken over" };
    expect((await call("PATCH", `/events/${others}`, { token, json })).body.code).toBe("not_yours");
    const headers = { email: "other@example.org" };
    expect((await call("PATCH", `/events/${mine}`, { token, json, headers })).body.code).toBe("not_yours");
    expect((await call("GET", "/events?search=taken")).body).toEqual([]);
  });

  it("leaves the counts of taken spots unchanged", async () => {
    const { token, member } = await make.signedIn();
    const id = await make.event({ organizer: member, maxParticipant: "5" });
    await make.join({ eventId: id });
    await call("PATCH", `/events/${id}`, {
      token,
      json: { maxParticipant: "just 1", capacity: 99, participant: 99, _id: "x" },
    });
    expect((await call("GET", `/view-event/${id}`)).body).toMatchObject({ capacity: 1, participant: 1 });
    const refused = await call("PATCH", `/events/${id}`, { token, json: { maxParticipant: "0" } });
    expect(fieldsOf(refused)).toEqual({ maxParticipant: "At least one person must be able to take part." });
  });

  it("rejects fewer spots than are taken, and names both numbers", async () => {
    const { token, member } = await make.signedIn();
    const id = await make.event({ organizer: member, maxParticipant: "20" });
    for (let number = 0; number < 3; number++) await make.join({ eventId: id });
    const refused = await call("PATCH", `/events/${id}`, { token, json: { maxParticipant: "2" } });
    expect(refused.status).toBe(422);
    expect(fieldsOf(refused)).toEqual({ maxParticipant: "3 spots are taken, so 2 is not enough." });
  });
});

describe("DELETE /events/{id}", () => {
  it("deletes an event with its registrations, once", async () => {
    const { token, member } = await make.signedIn();
    const id = await make.event({ organizer: member });
    await make.join({ eventId: id });
    const answer = await call("DELETE", `/events/${id}`, { token, headers: { email: member.email } });
    expect([answer.status, answer.body]).toEqual([200, { acknowledged: true, deletedCount: 1 }]);

    expect((await call("GET", `/view-event/${id}`)).status).toBe(404);
    expect(await make.db.selectFrom("registrations").selectAll().execute()).toEqual([]);
    expect((await call("DELETE", `/events/${id}`, { token })).body.code).toBe("not_found");
  });

  it("does not delete another organizer's event", async () => {
    const { token } = await make.signedIn();
    const id = await make.event();
    expect((await call("DELETE", `/events/${id}`, { token })).body.code).toBe("not_yours");
    expect((await call("GET", `/view-event/${id}`)).status).toBe(200);
  });
});

describe("GET /myEvents", () => {
  it("lists the caller's own events for their e-mail address, in any letter case", async () => {
    const { token, member } = await make.signedIn();
    const id = await make.event({ organizer: member, eventDate: yesterday() });
    await make.event();
    const { status, body, headers } = await call("GET", `/myEvents?email=${member.email.toUpperCase()}`, { token });
    expect([status, body.length, body[0]._id, headers.get("x-total-count")]).toEqual([200, 1, id, "1"]);
    expect(headers.get("cache-control")).toBe("no-store");
  });
});
