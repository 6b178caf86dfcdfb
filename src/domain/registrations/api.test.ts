import { beforeEach, describe, expect, it } from "vitest";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { giveRight } from "#test/teams.ts";

/** The details of a member who was asked for none. */
const unsaid = { phone: null, under18: false, guardian: null, meanwhile: null };

let make: Make;
let call: Call;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
});

describe("POST /join-event", () => {
  it("takes a spot; event data in the body are ignored", async () => {
    const { token, member } = await make.signedIn({ name: "Amina" });
    const eventId = await make.event({ title: "Beach Cleanup" });
    const json = {
      eventId,
      eventTitle: "Another title",
      eventLocation: "Elsewhere",
      eventDate: "1999-01-01",
      userName: "Somebody",
      userEmail: member.email,
      userPhotoURL: null,
      joinedAt: "1999-01-01",
    };
    const answer = await call("POST", "/join-event", { token, json });
    expect([answer.status, answer.body]).toMatchObject([200, { acknowledged: true, state: "joined", spots: 1 }]);

    const { body } = await call("GET", "/joined-events", { token });
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({
      eventId,
      eventTitle: "Beach Cleanup",
      eventLocation: "Cox's Bazar",
      userName: "Amina",
      userEmail: member.email,
      participantCount: 1,
      description: "Bring gloves.",
    });
    expect(Math.abs(Date.parse(body[0].joinedAt) - Date.now())).toBeLessThan(10_000);
    expect((await call("GET", `/view-event/${eventId}`)).body.participant).toBe(1);
  });
});

describe("every change", () => {
  it("answers with the whole registration, equal to a later read", async () => {
    const [one, other] = [await make.signedIn(), await make.signedIn()];
    const eventId = await make.event({ maxParticipant: "3" });
    const own = async (token: string) => (await call("GET", `/already-joined/${eventId}`, { token })).body;
    const join = async (token: string, ...names: string[]) => {
      const guests = names.map((name) => ({ name, under18: false }));
      return (await call("POST", "/join-event", { token, json: { eventId, guests } })).body.registration;
    };

    const joined = await join(one.token, "Rita", "Tim");
    expect(joined).toEqual(await own(one.token));
    expect(joined.guests).toMatchObject([{ name: "Rita" }, { name: "Tim" }]);
    const waiting = await join(other.token, "Nina");
    expect(waiting).toEqual(await own(other.token));
    expect(waiting).toMatchObject({ state: "waiting", position: 1, offer: null, guests: [{ name: "Nina" }] });

    const guest = `/join-event/${eventId}/guests/${joined.guests[0]._id}`;
    const removed = (await call("DELETE", guest, { token: one.token })).body.registration;
    expect(removed).toEqual(await own(one.token));
    expect(removed.guests).toMatchObject([{ name: "Tim" }]);
    const left = (await call("DELETE", `/join-event/${eventId}`, { token: one.token })).body.registration;
    expect(left).toEqual(await own(one.token));
    expect(left.state).toBe(null);
    const accepted = (await call("POST", `/join-event/${eventId}/accept`, { token: other.token })).body.registration;
    expect(accepted).toEqual(await own(other.token));
    expect(accepted).toMatchObject({ isJoined: true, position: null, guests: [{ name: "Nina" }] });
  });
});

describe("a full event", () => {
  it("puts newcomers on the waitlist, and offers them the spots of people who leave", async () => {
    const [one, other] = [await make.signedIn(), await make.signedIn()];
    const eventId = await make.event({ maxParticipant: "1" });
    await call("POST", "/join-event", { token: one.token, json: { eventId } });
    const { body } = await call("POST", "/join-event", { token: other.token, json: { eventId } });
    expect(body).toMatchObject({ acknowledged: true, state: "waiting", spots: 1, position: 1 });
    expect((await call("GET", `/view-event/${eventId}`)).body).toMatchObject({ participant: 1, waitlisted: 1 });
    const joined = await call("GET", "/joined-events", { token: other.token });
    expect(joined.body).toMatchObject([{ state: "waiting" }]);
    expect(["x-total-count", "x-waitlisted-count"].map((name) => joined.headers.get(name))).toEqual(["1", "1"]);

    const left = await call("DELETE", `/join-event/${eventId}`, { token: one.token });
    expect([left.status, left.body.acknowledged]).toEqual([200, true]);
    const { body: standing } = await call("GET", `/already-joined/${eventId}`, { token: other.token });
    expect(standing).toMatchObject({ isJoined: false, state: "waiting", position: 1, offer: { spots: 1 } });
    expect((await call("GET", `/view-event/${eventId}`)).body).toMatchObject({
      participant: 0,
      waitlisted: 1,
      held: 1,
    });
    const { body: rows } = await call("GET", "/joined-events", { token: other.token });
    expect(rows).toMatchObject([{ state: "waiting", offeredUntil: standing.offer.until }]);

    const taken = await call("POST", `/join-event/${eventId}/accept`, { token: other.token });
    expect([taken.status, taken.body]).toMatchObject([200, { acknowledged: true, state: "joined", spots: 1 }]);
    expect((await call("GET", `/view-event/${eventId}`)).body).toMatchObject({
      participant: 1,
      waitlisted: 0,
      held: 0,
    });
  });

  it("has no spot for a newcomer while the only free one is held for another member", async () => {
    const [one, other, late] = [await make.signedIn(), await make.signedIn(), await make.signedIn()];
    const eventId = await make.event({ maxParticipant: "1" });
    for (const { token } of [one, other]) await call("POST", "/join-event", { token, json: { eventId } });
    await call("DELETE", `/join-event/${eventId}`, { token: one.token });
    const { body } = await call("POST", "/join-event", { token: late.token, json: { eventId } });
    expect(body).toMatchObject({ state: "waiting", position: 2 });
    const refused = await call("POST", `/join-event/${eventId}/accept`, { token: late.token });
    expect([refused.status, refused.body.code]).toEqual([409, "no_offer"]);
  });
});

describe("guests", () => {
  const Rita = { name: "Rita", under18: false };
  const Tim = { name: "Tim", under18: true };

  it("each take a spot, and can each give it back", async () => {
    const { token } = await make.signedIn();
    const eventId = await make.event({ maxParticipant: "5" });
    const { body } = await call("POST", "/join-event", { token, json: { eventId, guests: [Rita, Tim] } });
    expect(body).toMatchObject({ acknowledged: true, state: "joined", spots: 3 });
    const { guests } = (await call("GET", `/already-joined/${eventId}`, { token })).body;
    expect(guests).toMatchObject([Rita, Tim]);
    expect((await call("GET", `/view-event/${eventId}`)).body.participant).toBe(3);

    const path = `/join-event/${eventId}/guests/${guests[0]._id}`;
    const left = await call("DELETE", path, { token });
    expect([left.status, left.body.acknowledged]).toEqual([200, true]);
    expect((await call("GET", `/already-joined/${eventId}`, { token })).body.guests).toMatchObject([Tim]);
    expect((await call("GET", `/view-event/${eventId}`)).body.participant).toBe(2);
    expect((await call("DELETE", path, { token })).status).toBe(404);
  });

  it("wait together, or take the remaining spots, as the member chooses", async () => {
    const { token } = await make.signedIn();
    const eventId = await make.event({ maxParticipant: "2" });
    const json = { eventId, guests: [Rita, Tim] };
    const waiting = await call("POST", "/join-event", { token, json });
    expect(waiting.body).toMatchObject({ acknowledged: true, state: "waiting", spots: 3, position: 1 });
    // Free spots are collected for the party, which can still decide to take fewer.
    expect((await call("GET", `/already-joined/${eventId}`, { token })).body.offer).toMatchObject({
      spots: 2,
      until: null,
    });
    const taken = await call("POST", `/join-event/${eventId}/accept`, { token });
    expect(taken.body).toMatchObject({ acknowledged: true, state: "joined", spots: 2 });
    expect((await call("GET", `/already-joined/${eventId}`, { token })).body.guests).toMatchObject([Rita]);

    await call("DELETE", `/join-event/${eventId}`, { token });
    const { body } = await call("POST", "/join-event", { token, json: { ...json, whenShort: "take" } });
    expect(body).toMatchObject({ acknowledged: true, state: "joined", spots: 2 });
  });

  it.each([
    [Array.from({ length: 6 }, () => Rita), "guests", "You can bring up to 5 people."],
    [[{ name: " ", under18: false }], "guests.0.name", "Please give each of them a first name."],
    [[Rita, { name: "x".repeat(41), under18: false }], "guests.1.name", "Please keep the name to 40 characters."],
  ])("are rejected as %j", async (guests, path, message) => {
    const { token } = await make.signedIn();
    const eventId = await make.event();
    const { status, body } = await call("POST", "/join-event", { token, json: { eventId, guests } });
    expect([status, body.fields]).toEqual([422, [{ path, message }]]);
  });
});

describe("PATCH /join-event/{eventId}", () => {
  it("is acknowledged without a body, and never increases the count wrongly", async () => {
    const { token } = await make.signedIn();
    const eventId = await make.event();
    await make.join({ eventId });
    for (let time = 0; time < 3; time++) {
      const answer = await call("PATCH", `/join-event/${eventId}`, { token });
      expect([answer.status, answer.body]).toEqual([200, { acknowledged: true }]);
    }
    expect((await call("GET", `/view-event/${eventId}`)).body.participant).toBe(1);
  });

  it("accepts an empty body with a JSON content type, as clients send it", async () => {
    const { token } = await make.signedIn();
    const eventId = await make.event();
    const headers = { "content-type": "application/json" };
    expect((await call("PATCH", `/join-event/${eventId}`, { token, headers })).status).toBe(200);
  });
});

describe("GET /already-joined/{id}", () => {
  it("answers for the logged-in member, and says no for a visitor", async () => {
    const { token, member } = await make.signedIn();
    const eventId = await make.event();
    const ask = async (wishes = {}) => (await call("GET", `/already-joined/${eventId}`, wishes)).body;

    const no = {
      role: null,
      isJoined: false,
      state: null,
      position: null,
      guests: [],
      companions: [],
      offer: null,
      ...unsaid,
    };
    expect(await ask({ token })).toEqual(no);
    await make.join({ eventId, member });
    expect(await ask({ token })).toEqual({ ...no, isJoined: true, state: "joined" });
    expect(await ask()).toEqual(no);
    expect(await ask({ token: "not.a.token" })).toEqual(no);
  });

  it("says the role of members who organize the event, until their right ends", async () => {
    const [owner, second] = [await make.signedIn(), await make.signedIn()];
    const eventId = await make.event({ organizer: owner.member });
    const ask = async ({ token }: { token: string }) =>
      (await call("GET", `/already-joined/${eventId}`, { token })).body.role;
    const right = await giveRight(make, { memberId: second.member.id, eventId });
    expect([await ask(owner), await ask(second)]).toEqual(["owner", "organizer"]);
    await make.db.updateTable("rights").set({ until: new Date() }).where("id", "=", right).execute();
    expect([await ask(owner), await ask(second)]).toEqual(["owner", null]);
  });
});

describe("GET /joined-events", () => {
  it("lists the member's registrations in pages with exactly the specified fields: coming events soonest first, then past ones latest first", async () => {
    const { token, member } = await make.signedIn();
    const organizer = await make.member();
    const ids: string[] = [];
    // A number of days from now; an event that began an hour ago is not over.
    for (const days of [3, -5, -1 / 24, -2, 3]) {
      const eventId = await make.event({ organizer, eventDate: new Date(Date.now() + days * 86_400_000) });
      ids.push(await make.join({ eventId, member }));
      await make.join({ eventId });
    }
    const [soon, longOver, underWay, over, later] = ids;
    const first = await call("GET", `/joined-events?email=${member.email}&limit=2`, { token });
    const nextOf = ({ headers }: typeof first) =>
      /^<\/api(.+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1] ?? "";
    const second = await call("GET", nextOf(first), { token });
    expect([...first.body, ...second.body].map(({ _id }) => _id)).toEqual([underWay, soon, later, over]);
    const third = await call("GET", nextOf(second), { token });
    expect(third.body.map(({ _id }: { _id: string }) => _id)).toEqual([longOver]);
    expect(["x-total-count", "x-waitlisted-count"].map((name) => first.headers.get(name))).toEqual(["5", "0"]);
    expect(Object.keys(first.body[0]).toSorted()).toEqual([
      "_id",
      "community",
      "description",
      "eventDate",
      "eventEnd",
      "eventId",
      "eventLocation",
      "eventTitle",
      "eventType",
      "hours",
      "joinedAt",
      "offeredUntil",
      "participantCount",
      "places",
      "spots",
      "state",
      "status",
      "thumbnailUrl",
      "timeZone",
      "userEmail",
      "userName",
      "userPhotoURL",
    ]);
  });
});
