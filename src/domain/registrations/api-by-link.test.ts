import { beforeEach, describe, expect, it } from "vitest";
import { joinEvent, leaveEvent } from "./commands.ts";
import type { Member } from "../members/shapes.ts";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { registrationsIn } from "#test/registrations.ts";

let make: Make;
let call: Call;
let registrations: ReturnType<typeof registrationsIn>;
let me: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
  registrations = registrationsIn(make);
  me = await make.member();
});

/** Returns the path used by the link in a mail about a member's registration. */
async function pathOf(eventId: string, { id }: Member): Promise<string> {
  const registration = (await registrations.rows(eventId)).find(({ member_id }) => member_id === id);
  return `/spots/${make.links.sign("registration", registration?.id ?? "")}`;
}

/** Expires all current offers. */
const expire = async () => {
  const now = new Date();
  await make.db
    .updateTable("registrations")
    .set({ offer_expires_at: now })
    .where("offer_expires_at", ">", now)
    .execute();
  await make.db.updateTable("outbox").set({ run_at: now }).where("kind", "=", "expire_offers").execute();
  await make.mails(now);
};

describe("GET /spots/{token}", () => {
  it("shows the registration to anyone who has the mail, and changes nothing", async () => {
    const eventId = await make.event({ title: "River clean-up" });
    await joinEvent(make.context(me), { eventId, guests: [{ name: "Rita", under18: true }] });
    const before = await registrations.rows(eventId);
    for (let time = 0; time < 2; time++) {
      const { status, body } = await call("GET", await pathOf(eventId, me));
      expect([status, body]).toMatchObject([
        200,
        {
          event: { _id: eventId, title: "River clean-up", status: "active" },
          registration: { state: "joined", guests: [{ name: "Rita" }], offer: null },
          confirmed: false,
          begun: false,
        },
      ]);
      expect(JSON.stringify(body)).not.toContain(me.email);
    }
    expect(await registrations.rows(eventId)).toEqual(before);
  });

  it("tells people on the waitlist their position, and until when a spot is held", async () => {
    const { eventId, second, third } = await registrations.fullWithWaitlist();
    expect((await call("GET", await pathOf(eventId, second))).body.registration).toMatchObject({ offer: { spots: 1 } });
    const { body } = await call("GET", await pathOf(eventId, third));
    expect(body.registration).toMatchObject({ state: "waiting", position: 2, offer: null });
  });

  it("tells people who missed an offer that they are waiting again and can take a spot once it is free", async () => {
    const { eventId, second, third } = await registrations.fullWithWaitlist();
    const path = await pathOf(eventId, second);
    await expire();
    expect((await call("GET", path)).body.registration).toMatchObject({ state: "waiting", position: 2, offer: null });
    expect((await call("POST", `${path}/accept`)).body.code).toBe("no_offer");
    await expire();
    expect((await call("GET", path)).body.registration).toMatchObject({
      position: 1,
      offer: { spots: 1, until: null },
    });
    expect((await call("GET", await pathOf(eventId, third))).body.registration.offer).toMatchObject({
      spots: 1,
      until: null,
    });
    expect((await call("POST", `${path}/accept`)).status).toBe(200);
    expect((await call("GET", path)).body.registration).toMatchObject({ state: "joined" });
    await registrations.expectRight(eventId);
  });

  it("rejects a link that we did not sign, or that was signed for another purpose", async () => {
    const eventId = await make.event();
    const registrationId = await make.join({ eventId });
    for (const token of [
      "nonsense",
      registrationId,
      make.links.sign("notifications", registrationId),
      `${make.links.sign("registration", registrationId)}x`,
    ]) {
      for (const [method, path] of [
        ["GET", ""],
        ["DELETE", ""],
        ["POST", "/accept"],
        ["POST", "/confirm"],
      ] as const) {
        const { status, body } = await call(method, `/spots/${token}${path}`);
        expect([token, status, body.code]).toEqual([token, 404, "link_broken"]);
      }
    }
    expect(await registrations.rows(eventId)).toHaveLength(1);
  });
});

describe("POST /spots/{token}/confirm", () => {
  it("confirms the reader's attendance, and can be repeated", async () => {
    const eventId = await make.event();
    await joinEvent(make.context(me), { eventId });
    const path = await pathOf(eventId, me);
    for (let time = 0; time < 2; time++) expect((await call("POST", `${path}/confirm`)).status).toBe(200);
    expect((await call("GET", path)).body.confirmed).toBe(true);
  });

  it("does not confirm another member's attendance", async () => {
    const eventId = await make.event();
    const other = await make.member();
    for (const member of [me, other]) await joinEvent(make.context(member), { eventId });
    await call("POST", `${await pathOf(eventId, me)}/confirm`);
    expect((await call("GET", await pathOf(eventId, other))).body.confirmed).toBe(false);
  });
});

describe("DELETE /spots/{token}", () => {
  it("frees the spot for the next on the waitlist, and never ends a registration made later", async () => {
    const eventId = await make.event({ maxParticipant: "1" });
    const next = await make.member();
    await joinEvent(make.context(me), { eventId });
    const old = await pathOf(eventId, me);
    await joinEvent(make.context(next), { eventId });
    make.announced.length = 0;
    expect((await call("DELETE", old)).status).toBe(200);
    expect(make.announced).toEqual([eventId]);
    expect((await call("GET", await pathOf(eventId, next))).body.registration.offer).toMatchObject({ spots: 1 });
    await registrations.expectRight(eventId);

    await leaveEvent(make.context(next), eventId);
    await joinEvent(make.context(me), { eventId });
    make.announced.length = 0;
    for (const method of ["DELETE", "GET"]) {
      const { status, body } = await call(method, old);
      expect([status, body.code]).toEqual([410, "spot_gone"]);
    }
    expect(make.announced).toEqual([]);
    expect(await registrations.rows(eventId)).toHaveLength(1);
  });

  it("declines an offer", async () => {
    const { eventId, second, third } = await registrations.fullWithWaitlist();
    expect((await call("DELETE", await pathOf(eventId, second))).status).toBe(200);
    expect((await call("GET", await pathOf(eventId, third))).body.registration.offer).toMatchObject({ spots: 1 });
  });

  it("works while the event is under way, but not once it is over", async () => {
    const eventId = await make.event();
    await joinEvent(make.context(me), { eventId });
    const path = await pathOf(eventId, me);
    await make.db
      .updateTable("events")
      .set({ event_date: new Date(Date.now() - 1000) })
      .execute();
    expect((await call("GET", path)).body).toMatchObject({
      begun: true,
      over: false,
      registration: { state: "joined" },
    });
    expect((await call("POST", `${path}/confirm`)).status).toBe(200);
    await make.db
      .updateTable("events")
      .set({ event_date: new Date(Date.now() - 2000), event_end: new Date(Date.now() - 1000) })
      .execute();
    for (const [method, way] of [
      ["DELETE", ""],
      ["POST", "/confirm"],
      ["POST", "/accept"],
    ] as const) {
      expect((await call(method, path + way)).body.code).toBe("event_over");
    }
    expect((await call("GET", path)).body).toMatchObject({ begun: true, over: true });
    // Until the end, the spot can also be given back.
    await make.db
      .updateTable("events")
      .set({ event_end: new Date(Date.now() + 60_000) })
      .execute();
    expect((await call("DELETE", path)).status).toBe(200);
    expect(await registrations.rows(eventId)).toEqual([]);
  });
});

const guestsIn = ({ body }: { body: { registration: { guests: { name: string }[] } } }) =>
  body.registration.guests.map(({ name }) => name);

describe("POST /spots/{token}/guests/free", () => {
  const guests = ["Rita", "Tim", "Nina"].map((name) => ({ name, under18: false }));

  it("frees the spots of the named guests only", async () => {
    const eventId = await make.event({ maxParticipant: "4" });
    await joinEvent(make.context(me), { eventId, guests });
    const next = await make.member();
    await joinEvent(make.context(next), { eventId });
    const path = await pathOf(eventId, me);
    const [rita, tim] = (await call("GET", path)).body.registration.guests as { _id: string }[];
    make.announced.length = 0;
    const ids = [rita?._id, tim?._id];
    expect((await call("POST", `${path}/guests/free`, { json: { guests: ids } })).body).toEqual({
      acknowledged: true,
    });
    expect(make.announced).toEqual([eventId]);
    expect(guestsIn(await call("GET", path))).toEqual(["Nina"]);
    expect(await registrations.counts(eventId)).toMatchObject({ taken: 2, waitlisted: 1, held: 1 });
    await registrations.expectRight(eventId);
    // A second press frees nothing, and does not free another party's guest instead.
    expect((await call("POST", `${path}/guests/free`, { json: { guests: ids } })).body.code).toBe("not_found");
    expect(guestsIn(await call("GET", path))).toEqual(["Nina"]);
  });

  it("does not remove guests of another party, and requires at least one guest", async () => {
    const eventId = await make.event();
    const other = await make.member();
    for (const member of [me, other]) await joinEvent(make.context(member), { eventId, guests });
    const [theirs] = (await call("GET", await pathOf(eventId, other))).body.registration.guests as { _id: string }[];
    const free = async (ids: unknown[]) =>
      (await call("POST", `${await pathOf(eventId, me)}/guests/free`, { json: { guests: ids } })).body;
    expect((await free([theirs?._id])).code).toBe("not_found");
    expect(await free([])).toMatchObject({ code: "invalid", fields: [{ path: "guests" }] });
    expect(guestsIn(await call("GET", await pathOf(eventId, other)))).toHaveLength(3);
  });
});

describe("PUT /spots/{token}/about", () => {
  it("stores the details of the reader and their guests, and changes no other party", async () => {
    const eventId = await make.event();
    await make.db.updateTable("events").set({ asks_phone: true }).where("id", "=", eventId).execute();
    const other = await make.member();
    for (const member of [me, other]) {
      await joinEvent(make.context(member), { eventId, guests: [{ name: "Rita", under18: true }] });
    }
    const [path, theirs] = [await pathOf(eventId, me), await pathOf(eventId, other)];
    const found = await call("GET", path);
    expect(found.body).toMatchObject({ event: { asksPhone: true }, registration: { phone: null, guardian: null } });
    const [rita] = found.body.registration.guests as { _id: string }[];
    const json = { phone: "+351 912", guests: [{ _id: rita?._id, guardian: "Rosa" }] };
    expect((await call("PUT", `${path}/about`, { json })).body).toEqual({ acknowledged: true });
    expect((await call("GET", path)).body.registration).toMatchObject({
      phone: "+351 912",
      guests: [{ guardian: "Rosa" }],
    });
    // Another party's link cannot change these guests.
    await call("PUT", `${theirs}/about`, { json: { guests: [{ _id: rita?._id, guardian: "Nobody" }] } });
    expect((await call("GET", theirs)).body.registration).toMatchObject({ phone: null, guests: [{ guardian: null }] });
    expect((await call("GET", path)).body.registration.guests).toMatchObject([{ guardian: "Rosa" }]);
  });
});

describe("POST /spots/{token}/accept", () => {
  it("takes only the offered spots", async () => {
    const { eventId, second, third } = await registrations.fullWithWaitlist();
    expect((await call("POST", `${await pathOf(eventId, third)}/accept`)).body.code).toBe("no_offer");
    expect((await call("POST", `${await pathOf(eventId, third)}/confirm`)).body.code).toBe("no_offer");
    expect(make.announced).toEqual([]);
    expect((await call("POST", `${await pathOf(eventId, second)}/accept`)).status).toBe(200);
    expect(make.announced).toEqual([eventId]);
    expect((await call("GET", await pathOf(eventId, second))).body.registration.state).toBe("joined");
    await registrations.expectRight(eventId);
    expect(await registrations.subjects()).toEqual([[second.email, "You have a spot: Beach Cleanup"]]);
  });

  it("is refused once the event is canceled", async () => {
    const { eventId, second } = await registrations.fullWithWaitlist();
    await make.db.updateTable("events").set({ cancelled_at: new Date() }).execute();
    const path = await pathOf(eventId, second);
    expect((await call("POST", `${path}/accept`)).body.code).toBe("event_cancelled");
    expect((await call("POST", `${path}/confirm`)).body.code).toBe("event_cancelled");
    expect((await call("GET", path)).body.event.status).toBe("cancelled");
  });
});
