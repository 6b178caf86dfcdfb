import { beforeEach, expect, it } from "vitest";
import type { Letter } from "#domain/mail.ts";
import { joinEvent, leaveEvent } from "#domain/registrations/commands.ts";
import { testDatabase } from "#test/database.ts";
import { attemptsFor, makeIn, type Make } from "#test/make.ts";
import { limitUnproven } from "./unproven.ts";

let make: Make;
let admit: ReturnType<typeof limitUnproven>;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  const limits = { unproven: { recipient: { most: 3, seconds: 86_400 } } };
  admit = limitUnproven(make.db, attemptsFor(make.db, limits).limitAttempts);
});

const letterTo = (to: string): Letter => ({ to, subject: "", heading: "", paragraphs: [], reason: "" });
const outcomes = async (count: number, to: string, kind = "registration_joined") => {
  const all: boolean[] = [];
  for (let n = 0; n < count; n++) all.push(await admit(kind, letterTo(to)));
  return all;
};

it("limits the mails to an unconfirmed address, in any spelling", async () => {
  const { email } = await make.member({ email: "stranger@example.org" });
  expect(await outcomes(2, email)).toEqual([true, true]);
  expect(await outcomes(2, "stranger+more@example.org")).toEqual([true, false]);
  expect(await outcomes(1, email)).toEqual([false]);
  expect(await outcomes(1, "other@example.org")).toEqual([true]);
});

it("admits every mail to confirmed addresses, and mails that the owner of the address waits for", async () => {
  const member = await make.member();
  await make.proven(member);
  const subscriber = { email: "reader@example.org", confirmed_at: new Date() };
  await make.db.insertInto("subscribers").values(subscriber).execute();
  for (const to of [member.email, subscriber.email]) expect(await outcomes(5, to)).not.toContain(false);
  expect(await outcomes(5, "stranger@example.org", "verify_email")).not.toContain(false);
  await make.db.updateTable("subscribers").set({ confirmed_at: null }).execute();
  expect(await outcomes(4, subscriber.email)).toEqual([true, true, true, false]);
});

it("stops mails caused by a person who registered with another's address and joins and leaves events", async () => {
  const intruder = make.context(await make.member({ email: "stranger@example.org", displayName: "Buy now" }));
  const eventId = await make.event();
  const reached: string[] = [];
  for (let n = 0; n < 4; n++) {
    await joinEvent(intruder, { eventId, guests: [{ name: "Cheap pills", under18: false }] });
    reached.push(...(await make.mails(new Date(), admit)).map(({ text }) => text));
    await leaveEvent(intruder, eventId);
    reached.push(...(await make.mails(new Date(), admit)).map(({ text }) => text));
  }
  expect(reached).toHaveLength(3);
  expect(reached.join()).not.toMatch(/Buy now|Cheap pills/);
  const left = await make.db.selectFrom("outbox").select("id").where("done_at", "is", null).execute();
  expect(left).toEqual([]);
});
