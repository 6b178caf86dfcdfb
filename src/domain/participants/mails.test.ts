import { beforeEach, describe, expect, it } from "vitest";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { attemptsFor, makeIn, type Make } from "#test/make.ts";
import { cancelEvent } from "../organizing/commands.ts";
import { joinEvent } from "../registrations/commands.ts";
import type { Member } from "../members/shapes.ts";
import { stopMailsByLink } from "../notification-preferences/commands.ts";
import { addParticipant, removeParticipant, sendMessage } from "./commands.ts";

let make: Make;
let organizer: Member;
let guest: Member;
let eventId: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member({ displayName: "Zoë", email: "zoe@example.org" });
  await make.proven(organizer);
  guest = await make.member();
  eventId = await make.event({ organizer });
  await joinEvent(make.context(guest), { eventId });
  await make.mails();
});

const write = (text: string) => sendMessage(make.context(organizer), eventId, { audience: "all", text });
const stop = (kind: string) => stopMailsByLink(make.context(), `${guest.id}:${kind}`);

describe("mails from an organizer", () => {
  it("remove a canceled event or a lost spot from the calendar, with the reason", async () => {
    await cancelEvent(make.context(organizer), eventId, { reason: "A storm is coming." });
    const [cancelled] = await make.mails();
    expect(cancelled).toMatchObject({ to: guest.email, subject: "Canceled: Beach Cleanup" });
    expect(cancelled?.text).toContain("A storm is coming.");
    expect(cancelled?.calendar?.content).toMatch(/ORGANIZER;CN="?Zoë/);
    expect(cancelled?.calendar?.content).toMatch(/METHOD:CANCEL[^]*SEQUENCE:1\n[^]*STATUS:CANCELLED/);

    const other = await make.event({ organizer });
    await joinEvent(make.context(guest), { eventId: other });
    await make.mails();
    await removeParticipant(make.context(organizer), other, guest.id, { reason: "Twice on the list." });
    const [removed] = await make.mails();
    expect(removed).toMatchObject({ to: guest.email, replyTo: organizer.email, calendar: { method: "CANCEL" } });
  });

  it("are not sent to readers who switched off their kind; other kinds still are", async () => {
    const other = await make.event({ organizer });
    await joinEvent(make.context(guest), { eventId: other });
    await make.mails();
    await stop("messages");
    await write("Bring gloves");
    expect(await make.mails()).toEqual([]);
    await cancelEvent(make.context(organizer), other, { reason: "A storm is coming." });
    expect((await make.mails()).map(({ to }) => to)).toEqual([guest.email]);
    await stop("changes");
    await cancelEvent(make.context(organizer), eventId, { reason: "A storm is coming." });
    expect(await make.mails()).toEqual([]);
  });

  it("have an unsubscribe link, also for the mail program's own button", async () => {
    await write("Bring gloves");
    const [mail] = await make.mails();
    expect(mail?.unsubscribe).toBe(
      `https://goodturn.example/api/mails/${make.links.sign("notifications", `${guest.id}:messages`)}`,
    );
    expect(mail?.calendar).toBeUndefined();
  });
});

describe("the mail to a person whom an organizer adds", () => {
  it("is limited to a number a day for each person, from all organizers together", async () => {
    const { limitAttempts } = attemptsFor(make.db, { outreach: { recipient: { most: 1, seconds: 86_400 } } });
    const confirmed = async () => {
      const member = await make.member();
      await make.proven(member);
      return member;
    };
    const add = async ({ email }: Member) => {
      const by = await confirmed();
      const own = await make.event({ organizer: by });
      return outcomeOf(addParticipant({ ...make.context(by), limitAttempts }, own, { email, reason: "You asked." }));
    };
    const [person, other] = [await confirmed(), await confirmed()];
    expect([await add(person), await add(person)]).toEqual(["done", "too_many_mails"]);
    expect(await add(other)).toBe("done");
  });
});
