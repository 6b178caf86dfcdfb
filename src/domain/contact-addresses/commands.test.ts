import { beforeEach, describe, expect, it } from "vitest";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { attemptsFor, makeIn, type Make } from "#test/make.ts";
import type { Proving } from "../access/proof.ts";
import { exportAccount } from "../accounts/queries.ts";
import { getCalendarEntry, getEvent, listEvents, listMyEvents } from "../events/queries.ts";
import type { Member } from "../members/shapes.ts";
import { updateEvent } from "../organizing/commands.ts";
import { previewMessage, removeParticipant, sendMessage } from "../participants/commands.ts";
import { joinEvent } from "../registrations/commands.ts";
import { askForContactAddress, confirmContactAddress, removeContactAddress } from "./commands.ts";
import { getContactAddress } from "./queries.ts";

const email = "clean-ups@group.example";
const own = "amina@example.org";

let make: Make;
let organizer: Member;
let eventId: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member({ email: own, displayName: "Amina" });
  eventId = await make.event({ organizer });
});

const ask = (address = email) => askForContactAddress(make.context(organizer), { email: address });
const tokenOf = (links: string[]) => links.find((link) => link.includes("/confirm-contact#"))?.split("#")[1] ?? "";
/** Opens the link, like a person who reads the mail there. */
async function confirm(by = organizer) {
  const mail = (await make.mails()).find(({ to, links }) => to === email && tokenOf(links) !== "");
  return confirmContactAddress(make.context(by), make.links.read("contact", tokenOf(mail?.links ?? [])));
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe("a contact address", () => {
  it("is not used until a reader of its mail has opened the link, which contains none of the member's words", async () => {
    expect(await ask()).toEqual({ inUse: null, waiting: email });
    const [mail, told, ...others] = await make.mails();
    expect([mail?.to, mail?.replyTo, others]).toEqual([email, undefined, []]);
    // The account's own address gets a mail too, because another person may be using the account.
    expect([told?.to, told?.subject]).toEqual([own, `${email} was chosen as your contact address`]);
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain("Amina");
    expect((await getEvent(make.context(), eventId)).email).toBe(own);
  });

  it("is shown with the member's events wherever other people read them, instead of the account's own address", async () => {
    await ask();
    expect(await confirm()).toEqual({ inUse: email, waiting: null });
    const visitor = make.context();
    const { rows } = await listEvents(visitor, { when: "all", limit: 10 });
    const shown = [rows, await getEvent(visitor, eventId), await getCalendarEntry(visitor, eventId)];
    expect(JSON.stringify(shown)).toContain(email);
    expect(JSON.stringify(shown)).not.toContain(own);
  });

  it("does not change who may edit an event", async () => {
    const thief = await make.member({ email });
    await ask();
    await confirm();
    expect((await listMyEvents(make.context(organizer), { email: own, limit: 10 })).rows).toHaveLength(1);
    expect(await outcomeOf(listMyEvents(make.context(organizer), { email, limit: 10 }))).toBe("not_yours");
    expect((await listMyEvents(make.context(thief), { email, limit: 10 })).rows).toEqual([]);
    expect(await outcomeOf(updateEvent(make.context(thief), eventId, { title: "Mine", email }))).toBe("not_yours");
  });

  it("can be confirmed only by the account that asked for it, and only until it asks for another", async () => {
    await ask();
    expect(await outcomeOf(confirm(await make.member()))).toBe("other_account");
    expect(await outcomeOf(confirmContactAddress(make.context(organizer), null))).toBe("link_broken");
    const linked = `${organizer.id}:${email}`;
    await ask("other@group.example");
    expect(await outcomeOf(confirmContactAddress(make.context(organizer), linked))).toBe("link_used");
    await ask();
    expect(await outcomeOf(confirmContactAddress(make.context(), linked))).toBe("sign_in_required");
    expect(await confirmContactAddress(make.context(organizer), linked)).toEqual({ inUse: email, waiting: null });
    expect(await confirmContactAddress(make.context(organizer), linked)).toEqual({ inUse: email, waiting: null });
  });

  it("stays while another one waits to be confirmed, and both are removed together", async () => {
    await ask();
    await confirm();
    expect(await ask("other@group.example")).toEqual({ inUse: email, waiting: "other@group.example" });
    expect((await getEvent(make.context(), eventId)).email).toBe(email);
    expect(await removeContactAddress(make.context(organizer))).toEqual({ inUse: null, waiting: null });
    expect(await getContactAddress(make.context(organizer))).toEqual({ inUse: null, waiting: null });
    expect((await getEvent(make.context(), eventId)).email).toBe(own);
    const mails = await make.mails();
    expect(mails.filter(({ to }) => to === "other@group.example")).toEqual([]);
  });

  it("cannot be the account's own address, and gets a limited number of mails a day", async () => {
    expect(await outcomeOf(ask(own))).toBe("invalid");
    const { limitAttempts } = attemptsFor(make.db, { outreach: { recipient: { most: 1, seconds: 86_400 } } });
    const limited = { ...make.context(organizer), limitAttempts };
    expect(await outcomeOf(askForContactAddress(limited, { email }))).toBe("done");
    expect(await outcomeOf(askForContactAddress(limited, { email }))).toBe("too_many_mails");
  });

  it("requires proof of identity within ten minutes, and access that has not ended since", async () => {
    const asking = (proof: Proving["proof"]) =>
      outcomeOf(askForContactAddress({ ...make.context(organizer), proof }, { email }));
    expect(await asking({ at: minutesAgo(11), generation: 0 })).toBe("log_in_again");
    expect(await asking(null)).toBe("log_in_again");
    // All access ends between the check of the proof and the change.
    expect(await asking({ at: new Date(), generation: 1 })).toBe("sign_in_required");
    expect(await getContactAddress(make.context(organizer))).toEqual({ inUse: null, waiting: null });
    expect(await asking({ at: minutesAgo(9), generation: 0 })).toBe("done");
  });

  it("needs a confirmed account address if the site sends mail", async () => {
    const mailing = { ...make.context(organizer), sendsMail: true };
    expect(await outcomeOf(askForContactAddress(mailing, { email }))).toBe("email_unconfirmed");
    await make.proven(organizer);
    expect(await outcomeOf(askForContactAddress(mailing, { email }))).toBe("done");
  });

  it("is in the member's export", async () => {
    await ask();
    await confirm();
    await ask("other@group.example");
    const { profile } = await exportAccount(make.context(organizer));
    expect(profile).toMatchObject({ email: own, contactAddress: email, contactAddressWaiting: "other@group.example" });
  });
});

/** The recipients of answers to each kind of mail about the event, and whether the mail names them. */
async function answersGoTo() {
  const guest = await make.member();
  await joinEvent(make.context(guest), { eventId });
  await sendMessage(make.context(organizer), eventId, { audience: "all", text: "Bring gloves." });
  await removeParticipant(make.context(organizer), eventId, guest.id, { reason: "Sorry." });
  const mails = (await make.mails()).filter(({ to, subject }) => to === guest.email && !subject.includes("confirm"));
  expect(mails.length).toBeGreaterThanOrEqual(2);
  const saysSo = mails.some(({ text }) => text.includes("Replies to this e-mail go to"));
  return [...new Set(mails.map(({ replyTo }) => replyTo)), saysSo];
}

describe("answers to mails about an event", () => {
  it("go to the account's address once it is confirmed, but not before", async () => {
    expect(await answersGoTo()).toEqual([undefined, false]);
    await make.proven(organizer);
    expect(await answersGoTo()).toEqual([own, true]);
  });

  it("go to the contact address once it is confirmed, as the preview of a message says", async () => {
    await ask();
    await confirm();
    expect(await answersGoTo()).toEqual([email, true]);
    const guest = await make.member();
    await joinEvent(make.context(guest), { eventId });
    const input = { audience: "all", text: "Bring gloves." } as const;
    const preview = await previewMessage(make.context(organizer), eventId, input);
    expect(preview.replyTo).toBe(email);
    expect(preview.text).toContain(`Replies to this e-mail go to Amina (${email}).`);
    expect(preview.text).not.toContain(own);
  });
});
