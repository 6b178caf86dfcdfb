import { beforeEach, describe, expect, it } from "vitest";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { attemptsFor, inTwoYears, makeIn, type Make } from "#test/make.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const rate = (most: number) => ({ address: null, account: { most, seconds: 600 } });

describe("limitWrites", () => {
  it("counts every change by a member, and neither their reads nor other members' changes", async () => {
    const limited = callerOf({ ...make, ...attemptsFor(make.db, { write: rate(3) }) });
    const [{ token, member }, { token: other }] = [await make.signedIn(), await make.signedIn()];
    const [mine, joined] = [await make.event({ organizer: member }), await make.event()];
    const as = (who: string, method: string, path: string, json?: object) =>
      limited(method, path, { token: who, ...(json && { json }) });

    for (let time = 0; time < 5; time++) expect((await as(token, "GET", "/myEvents")).status).toBe(200);
    expect((await as(token, "POST", "/join-event", { eventId: joined })).status).toBe(200);
    expect((await as(token, "PATCH", `/events/${mine}`, { title: "River clean-up" })).status).toBe(200);
    // A refused attempt counts too.
    expect((await as(token, "DELETE", `/events/${joined}`)).status).toBe(403);

    for (const [method, path, json] of [
      ["POST", "/join-event", { eventId: joined }],
      ["PATCH", `/events/${mine}`, { title: "Again" }],
      ["DELETE", `/events/${mine}`, undefined],
      ["POST", "/account/calendar", undefined],
    ] as const) {
      const refused = await as(token, method, path, json);
      expect(refused).toMatchObject({ status: 429, body: { code: "too_many_writes" } });
      expect(refused.body.message).toMatch(
        /^You have changed many things in a short time\. Please try again in \d+ minutes\.$/,
      );
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await limited("GET", `/view-event/${mine}`)).body.title).toBe("River clean-up");
    expect((await as(other, "POST", "/join-event", { eventId: joined })).status).toBe(200);
    expect(
      (await limited("POST", "/contact", { json: { name: "Amina", email: "a@example.org", message: "Hi" } })).status,
    ).toBe(200);
  });
});

describe("creating events", () => {
  it("is limited exactly, even with parallel requests; invalid ones do not count", async () => {
    const limited: Call = callerOf({ ...make, ...attemptsFor(make.db, { event: rate(4) }) });
    const { token, member } = await make.signedIn();
    const words = { title: "Beach Cleanup", eventType: "cleanup", location: "Inani", description: "Bring gloves." };
    const event = { ...words, maxParticipant: "20", thumbnailUrl: "https://example.org/beach.jpg" };
    const create = (end: string) =>
      limited("POST", "/add-event", { token, json: { ...event, eventDate: inTwoYears(end) } });

    expect((await create("-13-40T00:00:00Z")).status).toBe(422);
    const answers = await Promise.all(Array.from({ length: 9 }, () => create("-05-01T09:30:00Z")));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array(4).fill(200),
      ...Array(5).fill(429),
    ]);
    expect(answers.find(({ status }) => status === 429)?.body.code).toBe("too_many_events");
    const { body } = await limited("GET", "/myEvents", { token });
    expect(body).toHaveLength(4);
    // Existing events can still be changed.
    const changed = await limited("PATCH", `/events/${body[0]._id}`, { token, json: { title: "River clean-up" } });
    expect(changed.status).toBe(200);
    expect(body[0].email).toBe(member.email);
  });
});
