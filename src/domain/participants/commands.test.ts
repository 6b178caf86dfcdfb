import { beforeEach, describe, expect, it } from "vitest";
import { cancelEvent } from "#domain/organizing/commands.ts";
import { getEvent } from "#domain/events/queries.ts";
import { joinEvent } from "#domain/registrations/commands.ts";
import { getOwnRegistration } from "#domain/registrations/queries.ts";
import type { Member } from "#domain/members/shapes.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { attemptsFor, makeIn, type Make, yesterday } from "#test/make.ts";
import { addParticipant, previewMessage, removeParticipant, sendMessage } from "./commands.ts";
import { listMessages, listParticipants } from "./queries.ts";

let make: Make;
let organizer: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member({ displayName: "Amina", email: "amina@example.org" });
  await make.proven(organizer);
});

const join = (member: Member, eventId: string, guests: { name: string; under18: boolean }[] = []) =>
  joinEvent(make.context(member), { eventId, guests });
const own = () => ({ ...make.context(organizer), limitAttempts: make.limitAttempts });
const reason = "We have to split the group.";
/** The beginning of an event that is under way. */
const anHourAgo = () => new Date(Date.now() - 3_600_000);

/** Creates a member with a confirmed address. */
async function confirmed(wishes: Partial<Member> = {}): Promise<Member> {
  const member = await make.member(wishes);
  await make.db.updateTable("members").set({ email_verified: true }).where("id", "=", member.id).execute();
  return member;
}

describe("removeParticipant", () => {
  it("frees the spots, offers them to the waitlist, and mails the reason instead of a confirmation of leaving", async () => {
    const [gone, next] = [await make.member(), await make.member()];
    const eventId = await make.event({ organizer, maxParticipant: "2", title: "Beach Cleanup" });
    await join(gone, eventId, [{ name: "Tom", under18: true }]);
    await join(next, eventId);
    await make.mails();
    make.announced.length = 0;

    await removeParticipant(own(), eventId, gone.id, { reason });
    expect(make.announced).toEqual([eventId]);
    expect(await getEvent(make.context(), eventId)).toMatchObject({ participant: 0, waitlisted: 1, held: 1 });
    const mails = await make.mails();
    expect(mails.map(({ to }) => to).toSorted()).toEqual([gone.email, next.email].toSorted());
    const mail = mails.find(({ to }) => to === gone.email);
    expect(mail?.subject).toBe("You are no longer on the list: Beach Cleanup");
    expect(mail?.text).toContain(reason);
    expect(mail?.text).toContain("amina@example.org");
  });

  it("removes people from the waitlist too, and moves up those behind them", async () => {
    const [first, second, third] = [await make.member(), await make.member(), await make.member()];
    const eventId = await make.event({ organizer, maxParticipant: "1" });
    for (const member of [first, second, third]) await join(member, eventId);
    await removeParticipant(own(), eventId, second.id, { reason });
    expect(await getOwnRegistration(make.context(third), eventId)).toMatchObject({ state: "waiting", position: 1 });
  });

  it("works only for the organizer, and for a registered member at an event that is not over", async () => {
    const member = await make.member();
    const eventId = await make.event({ organizer });
    await join(member, eventId);
    const remove = (asking: Member | undefined, id = eventId, who = member.id) =>
      outcomeOf(removeParticipant(make.context(asking), id, who, { reason }));
    expect(await remove(undefined)).toBe("sign_in_required");
    expect(await remove(member)).toBe("not_yours");
    expect(await remove(organizer, organizer.id)).toBe("not_found");
    expect(await remove(organizer, "nonsense")).toBe("not_found");
    expect(await remove(organizer, eventId, organizer.id)).toBe("not_found");
    expect(await remove(organizer, eventId, "nonsense")).toBe("not_found");
    expect(await remove(organizer, await make.event({ organizer, eventDate: yesterday() }))).toBe("event_over");
    const underWay = await make.event({ organizer, eventDate: anHourAgo() });
    await make.join({ eventId: underWay, member });
    expect(await remove(organizer, underWay)).toBe("done");
    await cancelEvent(make.context(organizer), eventId, { reason });
    expect(await remove(organizer)).toBe("event_cancelled");
    expect((await getEvent(make.context(), eventId)).participant).toBe(1);
  });

  it("keeps counts and list consistent while others join at the same time", async () => {
    const eventId = await make.event({ organizer, maxParticipant: "3" });
    const members = await make.members(12);
    const [early, late] = [members.slice(0, 6), members.slice(6)];
    for (const member of early) await join(member, eventId);
    await Promise.all([
      ...early.slice(0, 3).map((member) => removeParticipant(own(), eventId, member.id, { reason })),
      ...late.map((member) => join(member, eventId)),
    ]);
    const { rows } = await listParticipants(own(), eventId, {
      state: "all",
      search: "",
      limit: 100,
      cursor: undefined,
    });
    const counts = Object.groupBy(rows, ({ state }) => state);
    expect(rows).toHaveLength(9);
    const event = await getEvent(make.context(), eventId);
    expect(event.participant).toBe(counts.joined?.length ?? 0);
    expect(event.waitlisted).toBe(counts.waiting?.length ?? 0);
    expect(event.participant + event.held).toBe(3);
    expect(counts.waiting?.map(({ position }) => position)).toEqual(counts.waiting?.map((_, index) => index + 1));
    // People who were already on the waitlist are offered the free spots.
    expect(rows.filter(({ offeredUntil }) => offeredUntil).map(({ memberId }) => memberId)).toEqual(
      early.slice(3).map(({ id }) => id),
    );
  });
});

describe("addParticipant", () => {
  it("takes a spot for a member with a confirmed address, and mails only the reason", async () => {
    const guest = await confirmed({ email: "guest@example.org", displayName: "Guest" });
    const eventId = await make.event({ organizer, title: "Beach Cleanup" });
    const answer = await addParticipant(own(), eventId, { email: "guest@example.org", reason: "You asked by phone." });
    expect(answer).toEqual({ acknowledged: true, state: "joined", spots: 1 });
    expect(make.announced).toEqual([eventId]);
    expect(await getOwnRegistration(make.context(guest), eventId)).toMatchObject({ isJoined: true });
    expect((await getEvent(make.context(), eventId)).participant).toBe(1);
    const mails = await make.mails();
    expect(mails.map(({ subject }) => subject)).toEqual(["You are on the list: Beach Cleanup"]);
    expect(mails[0]?.text).toContain("You asked by phone.");
    expect(mails[0]?.links[0]).toBe(`https://goodturn.example/view-event/${eventId}`);
  });

  it("waitlists members who are added after the last spot is taken", async () => {
    await confirmed({ email: "guest@example.org" });
    const eventId = await make.event({ organizer, maxParticipant: "1" });
    for (const member of await make.members(2)) await join(member, eventId);
    await make.mails();
    const answer = await addParticipant(own(), eventId, { email: "guest@example.org", reason });
    expect(answer).toEqual({ acknowledged: true, state: "waiting", spots: 1, position: 2 });
    const mails = await make.mails();
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^You are on the waitlist/)]);
    expect(mails[0]).toMatchObject({ replyTo: organizer.email, calendar: { method: "PUBLISH" } });
    expect(mails[0]?.calendar?.content).toContain("STATUS:TENTATIVE");
  });

  it("finds no member by an unknown or unconfirmed address", async () => {
    await make.member({ email: "typed@example.org" });
    const eventId = await make.event({ organizer });
    for (const email of ["nobody@example.org", "typed@example.org"]) {
      expect(await outcomeOf(addParticipant(own(), eventId, { email, reason }))).toBe("no_such_member");
    }
  });

  it("refuses a member who is already registered, and changes nothing", async () => {
    const guest = await confirmed();
    const eventId = await make.event({ organizer });
    await join(guest, eventId);
    await make.mails();
    expect(await outcomeOf(addParticipant(own(), eventId, { email: guest.email, reason }))).toBe("already_joined");
    expect((await getEvent(make.context(), eventId)).participant).toBe(1);
    expect(await make.mails()).toEqual([]);
  });

  it("works only for the organizer of an event that is not over, with a limit, because it reveals who has an account", async () => {
    const guest = await confirmed();
    const eventId = await make.event({ organizer });
    const { limitAttempts } = attemptsFor(make.db, { invite: { address: null, account: { most: 2, seconds: 60 } } });
    const add = (asking: Member | undefined, id = eventId) =>
      outcomeOf(addParticipant({ ...make.context(asking), limitAttempts }, id, { email: guest.email, reason }));
    // Calls that are refused earlier do not count toward the limit.
    expect(await add(undefined)).toBe("sign_in_required");
    expect(await add(guest)).toBe("not_yours");
    expect(await add(organizer, guest.id)).toBe("not_found");
    expect(await add(organizer, await make.event({ organizer, eventDate: yesterday() }))).toBe("event_over");
    expect(await add(organizer, await make.event({ organizer, eventDate: anHourAgo() }))).toBe("done");
    expect(await add(organizer)).toBe("too_many_attempts");
  });
});

describe("sendMessage", () => {
  const text = "Please bring a second pair of gloves.\nSee you!";

  it("goes once to each reader of the audience, with replies to the organizer, and is stored", async () => {
    const [joined, waiting] = [await make.member({ displayName: "Tom" }), await make.member()];
    const eventId = await make.event({ organizer, maxParticipant: "1", title: "Beach Cleanup" });
    for (const member of [joined, waiting]) await join(member, eventId);
    await make.mails();

    const send = (audience: "all" | "joined" | "waiting") => sendMessage(own(), eventId, { audience, text });
    const readers = async (audience: "all" | "joined" | "waiting") =>
      (await previewMessage(own(), eventId, { audience, text })).recipients;
    expect([await readers("joined"), await readers("waiting"), await readers("all")]).toEqual([1, 1, 2]);
    expect(await send("joined")).toMatchObject({ acknowledged: true, recipients: 1 });
    const [mail, ...others] = await make.mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: joined.email,
      replyTo: organizer.email,
      subject: "Amina writes about “Beach Cleanup”",
    });
    expect(mail?.text).toContain(text);
    await send("waiting");
    expect((await make.mails()).map(({ to }) => to)).toEqual([waiting.email]);
    await send("all");
    expect((await make.mails()).map(({ to }) => to).toSorted()).toEqual([joined.email, waiting.email].toSorted());

    const other = await make.event({ organizer });
    await join(waiting, other);
    await sendMessage(own(), other, { audience: "all", text });

    const { rows, total, next } = await listMessages(own(), eventId, { limit: 2, cursor: undefined });
    expect(total).toBe(3);
    const rest = await listMessages(own(), eventId, { limit: 2, cursor: next ?? "" });
    expect([rest.rows.map(({ audience }) => audience), rest.next]).toEqual([["joined"], null]);
    expect(rows.map(({ audience, recipients }) => [audience, recipients])).toEqual([
      ["all", 2],
      ["waiting", 1],
    ]);
  });

  it("has a preview identical to the mail", async () => {
    const [member, last] = [await make.member({ displayName: "Tom" }), await make.member()];
    const eventId = await make.event({ organizer });
    for (const each of [member, last]) await join(each, eventId);
    await make.mails();
    const preview = await previewMessage(own(), eventId, { audience: "all", text });
    expect(await make.mails()).toEqual([]);
    await sendMessage(own(), eventId, { audience: "all", text });
    // The reader of the preview is the one who joined first.
    const mail = (await make.mails()).find(({ to }) => to === member.email);
    expect(preview).toEqual({
      recipients: 2,
      unreachable: 0,
      to: "Tom",
      replyTo: organizer.email,
      subject: mail?.subject,
      text: expect.stringContaining(text),
    });
    // The mail differs only in its reader's own unsubscribe link.
    expect(mail?.text.replace(/\nUnsubscribe from mails about .*\n.*\n/, "").trim()).toBe(preview.text.trim());
  });

  it("has the organizer's own subject and no greeting of ours; its heading names the organizer", async () => {
    const member = await make.member({ displayName: "Tom" });
    await make.proven(member);
    const eventId = await make.event({ organizer });
    await join(member, eventId);
    await make.mails();
    const writes = "Amina writes about “Beach Cleanup”";
    const heads = ["Amina writes", text];
    const message = { audience: "all", subject: "Boots on Saturday", text } as const;
    const preview = await previewMessage(own(), eventId, message);
    expect([preview.subject, preview.text.split("\n\n").slice(1, 3)]).toEqual([message.subject, heads]);
    await sendMessage(own(), eventId, message);
    // An empty subject counts as none.
    await sendMessage(own(), eventId, { ...message, subject: "" });
    const mails = await make.mails();
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([writes, message.subject]);
    const { rows } = await listMessages(own(), eventId, { limit: 2, cursor: undefined });
    expect(rows.map(({ subject }) => subject)).toEqual([undefined, message.subject]);
    for (const { text: read, html } of mails) {
      expect(read.split("\n\n").slice(1, 3)).toEqual(heads);
      expect(`${read} ${html}`).not.toMatch(/Hello|Tom/);
    }
  });

  it("can be sent five times a day per event, and a refusal tells when the next can go", async () => {
    const eventId = await make.event({ organizer });
    await join(await make.member(), eventId);
    const now = new Date();
    const send = (minutes: number, id = eventId) => {
      const ctx = make.context(organizer, new Date(now.getTime() + minutes * 60_000));
      return sendMessage(ctx, id, { audience: "all", text });
    };
    for (let minute = 0; minute < 5; minute++) await send(minute);
    // Half a second is rounded up to a whole one, so that a program that tries again then is not refused.
    const refusal = await send(60 - 1 / 120).catch((failure: unknown) => failure);
    expect(refusal).toMatchObject({ code: "too_many_messages", retryAfter: 23 * 3600 + 1 });
    // A refused message is not stored, and another event has its own limit.
    const other = await make.event({ organizer });
    await join(await make.member(), other);
    await send(60, other);
    await send(24 * 60);
    expect(await outcomeOf(send(24 * 60))).toBe("too_many_messages");
  });

  it("works only for the organizer, needs a recipient, and also works for past and canceled events", async () => {
    const member = await make.member();
    const eventId = await make.event({ organizer });
    const send = (asking: Member | undefined, id = eventId) =>
      outcomeOf(sendMessage(make.context(asking), id, { audience: "all", text }));
    expect(await send(undefined)).toBe("sign_in_required");
    expect(await send(member)).toBe("not_yours");
    expect(await send(organizer, member.id)).toBe("not_found");
    expect(await send(organizer)).toBe("invalid");
    await join(member, eventId);
    await cancelEvent(make.context(organizer), eventId, { reason });
    expect(await send(organizer)).toBe("done");
    const over = await make.event({ organizer, eventDate: yesterday() });
    await make.join({ eventId: over });
    expect(await send(organizer, over)).toBe("done");
  });
});
