import { beforeEach, describe, expect, it } from "vitest";
import { joinEvent } from "#domain/registrations/commands.ts";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { readStream } from "#test/event-stream.ts";
import { byMailIn, email } from "#test/mailed.ts";
import { makeIn, type Make } from "#test/make.ts";
import { registrationsIn } from "#test/registrations.ts";
import { createApi } from "./index.ts";

// The words of the API before version 1.0, which open pages still speak. Delete this test with `earlier-words.ts`.

let make: Make;
let call: Call;
let registrations: ReturnType<typeof registrationsIn>;
let me: Awaited<ReturnType<Make["signedIn"]>>;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
  registrations = registrationsIn(make);
  me = await make.signedIn();
});

const rita = { name: "Rita", under18: true };
const tim = { name: "Tim", under18: false };
const join = (json: object) => call("POST", "/join-event", { token: me.token, json });
/** Sends a body as it is. @returns the refusal's code */
const codeOf = async (body: BodyInit) =>
  (await call("POST", "/join-event", { token: me.token, body, headers: { "content-type": "application/json" } })).body
    .code;
const mailedCall = (path: string, json: object) =>
  call("POST", `/auth/mailed/${path}`, { json, headers: { origin: "http://localhost" } });
const own = async (eventId: string) => (await call("GET", `/already-joined/${eventId}`, { token: me.token })).body;
const names = (guests: { name: string }[]) => guests.map(({ name }) => name);
async function tokenOf(eventId: string, memberId = me.member.id) {
  const registration = (await registrations.rows(eventId)).find(({ member_id }) => member_id === memberId);
  return make.links.sign("registration", registration?.id ?? "");
}

describe("a body of an open page", () => {
  it("may name its guests `companions`", async () => {
    const eventId = await make.event();
    expect((await join({ eventId, companions: [rita] })).body).toMatchObject({ state: "joined", spots: 2 });
    expect(names((await own(eventId)).guests)).toEqual(["Rita"]);
  });

  it("counts with today's name if it has both", async () => {
    const eventId = await make.event();
    await join({ eventId, guests: [tim], companions: [rita, rita] });
    expect(names((await own(eventId)).guests)).toEqual(["Tim"]);
  });

  it("is refused in today's words if it has both", async () => {
    const eventId = await make.event();
    const guests = [{ ...rita, name: " " }];
    const { body } = await join({ eventId, guests, companions: guests });
    expect(body.fields).toMatchObject([{ path: "guests.0.name" }]);
  });

  it("needs no earlier name", async () => {
    const eventId = await make.event();
    await join({ eventId, guests: [tim] });
    expect(names((await own(eventId)).guests)).toEqual(["Tim"]);
  });

  it("is refused in its own words, while others are refused in today's", async () => {
    const eventId = await make.event();
    const bad = [{ ...rita, name: " " }];
    const paths = async (json: object) =>
      (await join({ eventId, ...json })).body.fields.map(({ path }: { path: string }) => path);
    expect(await paths({ companions: bad })).toEqual(["companions.0.name"]);
    expect(await paths({ guests: bad })).toEqual(["guests.0.name"]);
    expect(await registrations.rows(eventId)).toEqual([]);
  });

  it("is checked like any other body: as JSON in UTF-8, with a limited size", async () => {
    expect(await codeOf('{"companions": [')).toBe("invalid_json");
    expect(await codeOf(Buffer.concat([Buffer.from('{"companions":"'), Buffer.from([0xff]), Buffer.from('"}')]))).toBe(
      "invalid_json",
    );
    expect(await codeOf(JSON.stringify({ companions: "x".repeat(70_000) }))).toBe("too_large");
  });

  it("may say for its `companions` which guardians have agreed", async () => {
    const eventId = await make.event();
    await join({ eventId, guests: [rita] });
    const [{ _id }] = (await own(eventId)).guests;
    const about = (name: string) => ({ companions: [{ _id, guardian: name }] });
    await call("PUT", `/join-event/${eventId}/about`, { token: me.token, json: about("Ana Costa") });
    expect((await own(eventId)).guests).toMatchObject([{ guardian: "Ana Costa" }]);
    await call("PUT", `/places/${await tokenOf(eventId)}/about`, { json: about("Rui Costa") });
    expect((await own(eventId)).guests).toMatchObject([{ guardian: "Rui Costa" }]);
  });

  it("keeps its `companions` while a code is mailed", async () => {
    const { mailed } = byMailIn(make);
    const eventId = await make.event();
    const { claim } = (await mailedCall("join", { eventId, name: "Nora", email, companions: [rita] })).body;
    const entered = await mailedCall("code", { claim, code: (await mailed()).code });
    expect(names(entered.body.join.registration.guests)).toEqual(["Rita"]);

    const other = await make.event();
    const wanted = { email, join: { eventId: other, companions: [tim] } };
    const asked = (await mailedCall("ask", wanted)).body.claim;
    const again = await mailedCall("code", { claim: asked, code: (await mailed()).code });
    expect(names(again.body.join.registration.guests)).toEqual(["Tim"]);
  });
});

describe("an answer", () => {
  it("has `companions` beside `guests`, and `places` beside `spots`", async () => {
    const eventId = await make.event();
    const { body } = await join({ eventId, guests: [rita] });
    expect([body.spots, body.places]).toEqual([2, 2]);
    expect(names(body.registration.companions)).toEqual(["Rita"]);
    expect(body.registration.companions).toEqual(body.registration.guests);
    const token = { token: me.token };
    const listed = await call("GET", `/joined-events?email=${me.member.email}`, token);
    expect(listed.body).toMatchObject([{ spots: 2, places: 2 }]);
    const { body: data } = await call("GET", "/account/export", token);
    expect(data.eventsJoined).toMatchObject([{ guests: [rita], companions: [rita] }]);
  });

  it("has `places` beside the `spots` of an offer", async () => {
    const { eventId, second } = await registrations.fullWithWaitlist();
    const { body } = await call("GET", `/spots/${await tokenOf(eventId, second.id)}`);
    expect(body.registration.offer).toMatchObject({ spots: 1, places: 1 });
    expect(body.place).toEqual(body.registration);
  });

  it("has `waiting` beside the number of people on a waitlist, and no other earlier words", async () => {
    const { eventId } = await registrations.fullWithWaitlist();
    const { body } = await call("GET", `/view-event/${eventId}`);
    expect([body.waitlisted, body.waiting]).toEqual([2, 2]);
    const answer = await createApi(make).request(`/events/${eventId}/live`, {}, { address: "192.0.2.1" });
    const page = readStream(answer.body!);
    expect(await page.next()).toMatchObject({ data: { waitlisted: 2, waiting: 2 } });
    await page.leave();
    const listed = await call("GET", `/joined-events?email=${me.member.email}`, { token: me.token });
    expect(["x-waitlisted-count", "x-waiting-count"].map((name) => listed.headers.get(name))).toEqual(["0", "0"]);
    expect(Object.keys((await own(eventId)) as object)).not.toContain("place");
    expect(Object.keys((await join({ eventId })).body as object)).not.toContain("place");
  });
});

describe("an earlier path", () => {
  it("accepts an offer, and gives back a guest's spot", async () => {
    const eventId = await make.event({ maxParticipant: "2", eventDate: new Date(Date.now() + 10 * 86_400_000) });
    const first = await make.signedIn();
    await call("POST", "/join-event", { token: first.token, json: { eventId } });
    await join({ eventId, guests: [tim] });
    await call("DELETE", `/join-event/${eventId}`, { token: first.token });
    const accepted = await call("POST", `/join-event/${eventId}/take`, { token: me.token });
    expect([accepted.status, accepted.body]).toMatchObject([200, { state: "joined", places: 2 }]);
    const [{ _id }] = accepted.body.registration.companions;
    const path = `/join-event/${eventId}/companions/${_id}`;
    expect((await call("DELETE", path)).status).toBe(401);
    expect((await call("DELETE", path, { token: me.token })).body.registration.companions).toEqual([]);
    expect((await call("DELETE", path, { token: me.token })).status).toBe(404);
  });

  it("answers and acts behind a mail's link", async () => {
    const eventId = await make.event();
    await join({ eventId, guests: [rita, tim] });
    const path = `/places/${await tokenOf(eventId)}`;
    const read = async () => (await call("GET", path)).body;
    expect(await read()).toMatchObject({ confirmed: false, place: { companions: [rita, tim] } });
    expect((await call("POST", `${path}/confirm`)).status).toBe(200);
    const [{ _id }] = (await read()).place.companions;
    expect((await call("POST", `${path}/companions/free`, { json: { companions: [_id] } })).status).toBe(200);
    expect(await read()).toMatchObject({ confirmed: true, place: { companions: [tim] } });
    expect((await call("POST", `${path}/companions/free`, { json: { companions: [] } })).body).toMatchObject({
      code: "invalid",
      fields: [{ path: "companions" }],
    });
    expect((await call("DELETE", path)).status).toBe(200);
    expect([(await read()).code, (await call("GET", path.replace("places", "spots"))).body.code]).toEqual([
      "place_gone",
      "spot_gone",
    ]);
  });

  it("takes an offer behind a mail's link", async () => {
    const { eventId, second, third } = await registrations.fullWithWaitlist();
    const path = async (memberId: string) => `/places/${await tokenOf(eventId, memberId)}/take`;
    expect((await call("POST", await path(third.id))).body.code).toBe("no_offer");
    expect((await call("POST", await path(second.id))).status).toBe(200);
  });

  it("accepts only the methods of today's path", async () => {
    const eventId = await make.event();
    expect((await call("GET", `/join-event/${eventId}/take`, { token: me.token })).body.code).toBe("no_such_call");
    expect((await call("GET", "/places")).body.code).toBe("no_such_call");
  });
});

it("a link that the previous version mailed leads to its registration", async () => {
  const eventId = await make.event();
  const { member } = me;
  await joinEvent(make.context(member), { eventId });
  await make.db
    .updateTable("registrations")
    .set({ id: "01900000-0000-7000-8000-000000000073" })
    .where("member_id", "=", member.id)
    .execute();
  // A link signed by the previous version, with the secret of tests.
  const token = "MDE5MDAwMDAtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDcz.p6c8ByYUj0s3HgUgKrVWlA";
  for (const path of ["places", "spots"])
    expect((await call("GET", `/${path}/${token}`)).body).toMatchObject({ event: { _id: eventId } });
  expect((await call("GET", `/spots/${token.replace("MDE5", "MDE4")}`)).body.code).toBe("link_broken");
});

it("the document of the API has today's words alone", async () => {
  const { body } = await call("GET", "/openapi.json");
  const text = JSON.stringify(body);
  expect(text).not.toMatch(
    /companion|"places?":|\/places|place_gone|X-Waiting-Count|"waiting":\{"type":"integer","description":"How many people/,
  );
  for (const word of ['"guests"', '"spots"', '"waitlisted"', "/spots/{token}/accept", "X-Waitlisted-Count"])
    expect(text).toContain(word);
});
