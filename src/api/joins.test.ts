import { beforeEach, describe, expect, it } from "vitest";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";

let make: Make;
let call: Call;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
});

describe("POST /join-event", () => {
  it("takes a place; the event's data come from the event and not from the body", async () => {
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
    expect([answer.status, answer.body]).toEqual([200, { acknowledged: true, state: "joined" }]);

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

describe("a full event", () => {
  it("puts who comes on the waiting list, and moves them up when somebody leaves", async () => {
    const [one, other] = [await make.signedIn(), await make.signedIn()];
    const eventId = await make.event({ maxParticipant: "1" });
    await call("POST", "/join-event", { token: one.token, json: { eventId } });
    const { body } = await call("POST", "/join-event", { token: other.token, json: { eventId } });
    expect(body).toEqual({ acknowledged: true, state: "waiting", position: 1 });
    expect((await call("GET", `/view-event/${eventId}`)).body).toMatchObject({ participant: 1, waiting: 1 });
    expect((await call("GET", "/joined-events", { token: other.token })).body).toMatchObject([{ state: "waiting" }]);

    const left = await call("DELETE", `/join-event/${eventId}`, { token: one.token });
    expect([left.status, left.body]).toEqual([200, { acknowledged: true }]);
    expect((await call("GET", `/already-joined/${eventId}`, { token: other.token })).body.isJoined).toBe(true);
    expect((await call("GET", `/view-event/${eventId}`)).body).toMatchObject({ participant: 1, waiting: 0 });
  });
});

describe("PATCH /join-event/{eventId}", () => {
  it("is acknowledged without a body, and never inflates the count", async () => {
    const { token } = await make.signedIn();
    const eventId = await make.event();
    await make.join({ eventId });
    for (let time = 0; time < 3; time++) {
      const answer = await call("PATCH", `/join-event/${eventId}`, { token });
      expect([answer.status, answer.body]).toEqual([200, { acknowledged: true }]);
    }
    expect((await call("GET", `/view-event/${eventId}`)).body.participant).toBe(1);
  });

  it("takes an empty body that says it is JSON, as clients send it", async () => {
    const { token } = await make.signedIn();
    const eventId = await make.event();
    const headers = { "content-type": "application/json" };
    expect((await call("PATCH", `/join-event/${eventId}`, { token, headers })).status).toBe(200);
  });
});

describe("GET /already-joined/{id}", () => {
  it("tells the member who asks, and a visitor no", async () => {
    const { token, member } = await make.signedIn();
    const eventId = await make.event();
    const ask = async (wishes = {}) => (await call("GET", `/already-joined/${eventId}`, wishes)).body;

    const no = { isJoined: false, state: null, position: null };
    expect(await ask({ token })).toEqual(no);
    await make.join({ eventId, member });
    expect(await ask({ token })).toEqual({ isJoined: true, state: "joined", position: null });
    expect(await ask()).toEqual(no);
    expect(await ask({ token: "not.a.token" })).toEqual(no);
  });
});

describe("GET /joined-events", () => {
  it("lists one's own places, newest first, page by page, with exactly the fields of a join", async () => {
    const { token, member } = await make.signedIn();
    const organizer = await make.member();
    const ids = [];
    for (let number = 0; number < 3; number++) {
      const eventId = await make.event({ organizer });
      ids.push(await make.join({ eventId, member }));
      await make.join({ eventId });
    }
    const first = await call("GET", `/joined-events?email=${member.email}&limit=2`, { token });
    const next = /^<\/api(.+)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await call("GET", next, { token });
    expect([...first.body, ...second.body].map(({ _id }) => _id)).toEqual(ids.toReversed());
    expect(first.headers.get("x-total-count")).toBe("3");
    expect(Object.keys(first.body[0]).toSorted()).toEqual([
      "_id",
      "description",
      "eventDate",
      "eventId",
      "eventLocation",
      "eventTitle",
      "joinedAt",
      "participantCount",
      "state",
      "timeZone",
      "userEmail",
      "userName",
      "userPhotoURL",
    ]);
  });
});
