import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make, tomorrow } from "#test/make.ts";
import { exportAccount } from "../accounts/queries.ts";
import type { Member } from "../members/shapes.ts";
import { enqueueAll, type Task, type TaskKind } from "../outbox.ts";
import { setNotificationPreference } from "./commands.ts";
import { getLinkedPreference, listNotificationPreferences } from "./queries.ts";
import { type MailKind, mailKinds } from "./rules.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

/** The tasks whose mails can be stopped, each with the kind of its mail. */
const kinds: Partial<Record<TaskKind, MailKind>> = {
  registration_joined: "places",
  registration_waitlisted: "places",
  registration_left: "places",
  registration_offered: "offers",
  offer_expired: "offers",
  registration_event_changed: "changes",
  registration_removed: "changes",
  registration_added: "changes",
  event_cancelled: "changes",
  reminder: "reminders",
  thanks: "thanks",
  hours_corrected: "thanks",
  organizer_message: "messages",
};

/**
 * Writes one task of each kind for a member who has joined one event, is on the waitlist of another and has an offer.
 */
async function writeOneOfEach(member: Member) {
  const eventDate = tomorrow();
  const [joined, waitlisted, offered] = [await make.event({ eventDate }), await make.event(), await make.event()];
  const ref = async (eventId: string) => ({
    eventId,
    memberId: member.id,
    registrationId: await make.join({ eventId, member }),
  });
  const [of, ofWaitlisted, ofOffered] = [await ref(joined), await ref(waitlisted), await ref(offered)];
  const onWaitlist = make.db.updateTable("registrations").set({ status: "waitlisted" });
  await onWaitlist.where("id", "in", [ofWaitlisted.registrationId, ofOffered.registrationId]).execute();
  const offer = { offer_expires_at: tomorrow() };
  await make.db.updateTable("registrations").set(offer).where("id", "=", ofOffered.registrationId).execute();
  const message = {
    event_id: joined,
    audience: "all",
    text: "Bring gloves.",
    recipients: 1,
    sent_at: new Date(),
  } as const;
  await make.db
    .insertInto("messages")
    .values({ id: joined, ...message })
    .execute();

  const said = { came: 1, joined: 1, confirmed: 0, hours: 2, total_hours: 2 };
  await make.db
    .insertInto("outcomes")
    .values({ event_id: joined, ...said, sent_at: new Date(), changed_at: new Date() })
    .execute();
  const there = { event_id: joined, person_id: of.registrationId, member_id: member.id, is_listed: true };
  await make.db
    .insertInto("outcome_people")
    .values({ ...there, noted_by: "gate", is_confirmed: false })
    .execute();

  const time = { eventDate: eventDate.toISOString(), eventEnd: eventDate.toISOString() };
  const was = { title: "Beach Cleanup", location: "Pier 1", timeZone: "UTC", ...time };
  const reason = "A storm is coming.";
  const end = { name: member.displayName, email: member.email, eventId: joined, sequence: 1, reason };
  const tasks: Task[] = [
    { kind: "registration_joined", key: newId(), payload: of },
    { kind: "registration_waitlisted", key: newId(), payload: ofWaitlisted },
    { kind: "registration_left", key: newId(), payload: of },
    {
      kind: "registration_offered",
      key: newId(),
      payload: { ...ofOffered, until: offer.offer_expires_at.toISOString() },
    },
    { kind: "offer_expired", key: newId(), payload: of },
    { kind: "registration_event_changed", key: newId(), payload: { ...of, was, is: { ...was, location: "Pier 2" } } },
    { kind: "registration_removed", key: newId(), payload: { ...of, reason } },
    { kind: "registration_added", key: newId(), payload: { ...of, reason } },
    { kind: "event_cancelled", key: newId(), payload: { ...was, ...end } },
    { kind: "reminder", key: newId(), payload: { ...of, eventDate: time.eventDate, before: "day" } },
    { kind: "thanks", key: newId(), payload: of },
    { kind: "hours_corrected", key: newId(), payload: { ...of, was: null } },
    { kind: "organizer_message", key: newId(), payload: { messageId: joined, memberId: member.id } },
  ];
  await enqueueAll(make.db, tasks, new Date());
}

describe("listNotificationPreferences", () => {
  it("returns all preferences of the caller, and for a link the one of its kind", async () => {
    const [me, other] = [await make.member(), await make.member()];
    await setNotificationPreference(make.context(other), { kind: "thanks", wanted: false });
    await setNotificationPreference(make.context(me), { kind: "changes", wanted: false });
    const unwanted = (await listNotificationPreferences(make.context(me))).filter(({ wanted }) => !wanted);
    expect(unwanted).toEqual([{ kind: "changes", wanted: false }]);
    const linked = (kind: MailKind) => getLinkedPreference({ db: make.db }, `${me.id}:${kind}`);
    expect([(await linked("changes")).wanted, (await linked("thanks")).wanted]).toEqual([false, true]);
  });
});

describe("readerOf", () => {
  it("leaves out the kind of mail that a member does not want, and keeps every other kind", async () => {
    const stopped: (MailKind | null)[] = ["changes", null];
    const members = await make.members(stopped.length);
    for (const [index, member] of members.entries()) {
      const kind = stopped[index];
      if (kind) await setNotificationPreference(make.context(member), { kind, wanted: false });
      await writeOneOfEach(member);
    }
    const tasks = await make.db.selectFrom("outbox").select(["id", "kind"]).execute();
    const mails = await make.mails();
    for (const [index, { id, email }] of members.entries()) {
      const told = mails
        .filter(({ to }) => to === email)
        .map((mail) => {
          const task = tasks.find((each) => mail.id.startsWith(`<${each.id}@`));
          const kind = mailKinds.find((each) =>
            mail.unsubscribe?.endsWith(make.links.sign("notifications", `${id}:${each}`)),
          );
          return [task?.kind, kind];
        });
      const wanted = Object.entries(kinds).filter(([, kind]) => kind !== stopped[index]);
      expect(Object.fromEntries(told), `without ${stopped[index]}`).toEqual(Object.fromEntries(wanted));
    }
  });

  it("returns null for a deleted member", async () => {
    const member = await make.member();
    await writeOneOfEach(member);
    await make.db.deleteFrom("members").where("id", "=", member.id).execute();
    expect(await make.mails()).toEqual([]);
  });
});

describe("the export of an account", () => {
  it("has the mails that its member does not want, and none that they want again", async () => {
    const member = await make.member();
    const set = (kind: MailKind, wanted: boolean) => setNotificationPreference(make.context(member), { kind, wanted });
    for (const kind of ["thanks", "reminders"] as const) await set(kind, false);
    await set("thanks", true);
    expect((await exportAccount(make.context(member))).mailsNotWanted).toEqual(["reminders"]);
  });
});
