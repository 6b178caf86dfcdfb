import { beforeEach, describe, expect, it } from "vitest";
import { purgeExpired } from "#adapters/jobs/purge.ts";
import { exportAccount } from "#domain/accounts/queries.ts";
import { listParticipants } from "#domain/participants/queries.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import type { Member } from "../members/shapes.ts";
import { updateEvent } from "../organizing/commands.ts";
import { joinEvent, sayAbout } from "./commands.ts";
import { getOwnRegistration } from "./queries.ts";
import { JoinInput } from "./shapes.ts";

const day = 86_400_000;

let make: Make;
let organizer: Member;
let me: Member;
let eventId: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
  me = await make.member();
  eventId = await make.event({ organizer });
  await updateEvent(make.context(organizer), eventId, { asksPhone: true });
});

const party = {
  phone: "+351 912 345 678",
  under18: true,
  guardian: "Rui Costa",
  guests: [
    { name: "Tim", under18: true, guardian: "Ana Costa" },
    { name: "Zoë", under18: true },
    { name: "Rita", under18: false, guardian: "Nobody" },
  ],
};
const mine = (id = eventId) => getOwnRegistration(make.context(me), id);

describe("joining", () => {
  it("stores phone number, under-18 flags and guardians, and shows them to the member and the organizer", async () => {
    const { registration } = await joinEvent(make.context(me), { eventId, ...party });
    const guests = [{ guardian: "Ana Costa" }, { guardian: null }, { guardian: null }];
    const said = { phone: "+351 912 345 678", under18: true, guardian: "Rui Costa", guests };
    expect(registration).toMatchObject(said);
    expect(await mine()).toMatchObject(said);
    const { rows } = await listParticipants(make.context(organizer), eventId, { state: "all", search: "", limit: 9 });
    expect(rows).toMatchObject([said]);
    const { eventsJoined } = await exportAccount(make.context(me));
    expect(eventsJoined).toMatchObject([{ ...said, guardianAgreedAt: expect.any(String) }]);
  });

  it("stores no phone number unless the event asks for it, and no guardian of an adult", async () => {
    const other = await make.event();
    const { phone, guardian } = { ...party };
    await joinEvent(make.context(me), { eventId: other, phone, guardian });
    expect(await mine(other)).toMatchObject({ phone: null, under18: false, guardian: null });
    await joinEvent(make.context(me), { eventId });
    expect(await mine()).toMatchObject({ state: "joined", phone: null });
  });

  it("can be followed by more details later; details left out then are deleted", async () => {
    const earlier = new Date(Date.now() - 60_000);
    const { registration } = await joinEvent(make.context(me, earlier), { eventId, ...party });
    const [tim, zoë, rita] = registration.guests;
    const agreedSince = async () => {
      const rows = await make.db.selectFrom("registrations").select("guardian_agreed_at").execute();
      return rows[0]?.guardian_agreed_at?.getTime();
    };
    make.announced.length = 0;
    const { phone, guardian, under18 } = party;
    const guests = [
      { _id: zoë!._id, guardian: "Ana Costa" },
      { _id: rita!._id, guardian: "Nobody" },
      { _id: eventId, guardian: "Somebody else" },
    ];
    await sayAbout(make.context(me), eventId, { phone, under18, guardian, guests });
    expect(await mine()).toMatchObject({
      phone,
      guardian,
      guests: [{ _id: tim!._id, guardian: null }, { guardian: "Ana Costa" }, { guardian: null }],
    });
    expect(await agreedSince()).toBe(earlier.getTime());
    await sayAbout(make.context(me), eventId, { under18: true, guardian: "Another", guests: [] });
    expect(await mine()).toMatchObject({ phone: null, guardian: "Another", guests: [{ guardian: null }, {}, {}] });
    expect(await agreedSince()).toBeGreaterThan(earlier.getTime());
    await updateEvent(make.context(organizer), eventId, { asksPhone: false });
    await sayAbout(make.context(me), eventId, { phone: "12345", guardian: "Another", guests: [] });
    expect(await mine()).toMatchObject({ phone: null, under18: false, guardian: null });
    const stranger = make.context(await make.member());
    await expect(sayAbout(stranger, eventId, { guests: [] })).rejects.toMatchObject({ code: "not_found" });
  });

  it("accepts only valid phone numbers", () => {
    const read = (phone: unknown) => JoinInput.safeParse({ eventId, phone }).data?.phone;
    expect([read("  ١٢٣٤٥ "), read(""), read(null), read(undefined)]).toEqual(["12345", null, null, undefined]);
    expect(JoinInput.safeParse({ eventId, phone: "call me" }).error?.issues[0]?.message).toBe("rule.phone");
    expect(JoinInput.safeParse({ eventId, guardian: "a".repeat(81) }).success).toBe(false);
  });

  it("deletes numbers and guardians 30 days after the event, and keeps the fact that a guardian agreed", async () => {
    await joinEvent(make.context(me), { eventId, ...party });
    const other = await make.event();
    await joinEvent(make.context(me), { eventId: other, ...party });
    const when = { event_date: new Date(Date.now() - 31 * day), event_end: new Date(Date.now() - 30.1 * day) };
    await make.db.updateTable("events").set(when).where("id", "=", eventId).execute();
    await purgeExpired(make.db);
    const gone = { phone: null, under18: true, guardian: null, guests: [{ guardian: null }, {}, {}] };
    expect(await mine()).toMatchObject(gone);
    expect(await mine(other)).toMatchObject({ guardian: "Rui Costa", guests: [{ guardian: "Ana Costa" }, {}, {}] });
    const kept = await make.db.selectFrom("guests").select("guardian_agreed_at").execute();
    expect(kept.filter((guest) => guest.guardian_agreed_at !== null)).toHaveLength(2);
  });
});
