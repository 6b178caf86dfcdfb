import { beforeEach, describe, expect, inject, it } from "vitest";
import { joinEvent } from "#domain/registrations/commands.ts";
import { registrationJobs } from "#domain/registrations/jobs.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { oneMomentIn } from "#test/one-moment.ts";
import { registrationsIn } from "#test/registrations.ts";

// Two actions at the same moment. The embedded database has one connection, so nothing runs concurrently there.
const several = inject("database").url !== undefined;
const caller = { address: "192.0.2.1", base: "http://localhost", local: true, cookie: "", userAgent: "" };

let make: Make;
let registrations: ReturnType<typeof registrationsIn>;
let inOneMoment: ReturnType<typeof oneMomentIn>["inOneMoment"];
beforeEach(async () => {
  make = makeIn(await testDatabase());
  registrations = registrationsIn(make);
  ({ inOneMoment } = oneMomentIn(make.db));
});

const byMail = () => make.auth.mailSignIn ?? expect.unreachable("there is no mail");
const join = (eventId: string, email: string) =>
  byMail().join(caller, { eventId, name: "Nora", email, guests: [], whenShort: "wait" });
/** Asks for a spot, and returns the contents of the mail. */
async function asked(eventId: string, email = "nora@example.org") {
  const answer = await join(eventId, email);
  const mail = (await make.mails()).find(({ to }) => to === email);
  const claim = "claim" in answer ? answer.claim : "";
  const [code, token] = [mail?.subject.slice(0, 6) ?? "", mail?.links[0]?.split("#")[1] ?? ""];
  return {
    enterByCode: () => byMail().enterByCode(caller, { claim, code }),
    enterByLink: () => byMail().enterByLink(caller, { token }),
  };
}
/** Runs the work that is due half an hour later about reservations. */
const expire = (eventId: string) => () => {
  const now = new Date(Date.now() + 31 * 60_000);
  const { db, auth, links, announce } = make;
  const ours = { address: "https://goodturn.example", contact: "team@goodturn.example", gazetteer: null };
  return registrationJobs.expire_offers({ db, auth, links, announce, now, ...ours }, { eventId });
};
const joined = expect.objectContaining({
  value: expect.objectContaining({ join: expect.objectContaining({ state: "joined" }) }),
});
const waiting = expect.objectContaining({
  value: expect.objectContaining({ join: expect.objectContaining({ state: "waiting" }) }),
});
const members = () => make.db.selectFrom("members").select("id").where("email", "like", "nora%").execute();

describe.runIf(several)("a spot kept for an address, at the same moment as", () => {
  it("many others is kept up to the limit of unconfirmed spots", async () => {
    const eventId = await make.event({ maxParticipant: "20" });
    const rivals = Array.from({ length: 8 }, (_, index) => () => join(eventId, `rival-${index}@example.org`));
    const answers = await inOneMoment(eventId, ...rivals);
    const kept = answers.filter((answer) => JSON.stringify(answer).includes('"held":{'));
    expect([answers.length, kept.length]).toEqual([8, 6]);
    expect((await registrations.counts(eventId)).taken).toBe(6);
    await registrations.expectRight(eventId);
  });

  it("a member joining goes to exactly one of the two", async () => {
    for (const first of ["member", "address"]) {
      const eventId = await make.event({ maxParticipant: "1" });
      const member = await make.member();
      const acts = [() => joinEvent(make.context(member), { eventId }), () => join(eventId, "nora@example.org")];
      await inOneMoment(eventId, ...(first === "member" ? acts : acts.toReversed()));
      const rows = await registrations.rows(eventId);
      expect(rows).toMatchObject([{ status: first === "member" ? "joined" : "waitlisted" }]);
      expect((await registrations.counts(eventId)).taken).toBe(1);
      await registrations.expectRight(eventId);
    }
  });

  it("its expiry goes to the person if they confirm first, and otherwise to the next", async () => {
    for (const first of ["confirms", "ends"]) {
      const eventId = await make.event({ maxParticipant: "1", eventDate: new Date(Date.now() + 10 * 86_400_000) });
      const { enterByCode } = await asked(eventId, `nora-${first}@example.org`);
      const next = await make.member();
      await joinEvent(make.context(next), { eventId });
      const acts = [enterByCode, expire(eventId)];
      const outcomes = await inOneMoment(eventId, ...(first === "confirms" ? acts : acts.toReversed()));
      expect(outcomes[first === "confirms" ? 0 : 1]).toEqual(first === "confirms" ? joined : waiting);
      const offers = (await registrations.rows(eventId)).filter(({ offer_expires_at }) => offer_expires_at !== null);
      expect(offers.map(({ member_id }) => member_id)).toEqual(first === "confirms" ? [] : [next.id]);
      await registrations.expectRight(eventId);
    }
  });

  it("the use of code and link leads to one member with one registration", async () => {
    const eventId = await make.event();
    const { enterByCode, enterByLink } = await asked(eventId);
    const outcomes = await inOneMoment(eventId, enterByCode, enterByLink);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(outcomes[1]).toMatchObject({ reason: { code: "link_used" } });
    expect([await members(), await registrations.rows(eventId)].map(({ length }) => length)).toEqual([1, 1]);
    await registrations.expectRight(eventId);
  });

  it("one for the same person at another event leads to one member with two registrations", async () => {
    const [one, other] = [await make.event(), await make.event()];
    const [first, second] = [await asked(one), await asked(other)];
    await Promise.all([first.enterByCode(), second.enterByCode()]);
    expect(await members()).toHaveLength(1);
    expect([...(await registrations.rows(one)), ...(await registrations.rows(other))]).toHaveLength(2);
  });
});
