import { beforeEach, describe, expect, it } from "vitest";
import { blockMember } from "#domain/blocks/commands.ts";
import { joinEvent, leaveEvent } from "#domain/registrations/commands.ts";
import type { Member } from "#domain/members/shapes.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { participantsCsv } from "./feeds.ts";
import { listMessages, listParticipants } from "./queries.ts";
import type { ParticipantFilter } from "./shapes.ts";

let make: Make;
let organizer: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
});

const join = (member: Member, eventId: string, guests: { name: string; under18: boolean }[] = []) =>
  joinEvent(make.context(member), { eventId, guests });
const list = (eventId: string, filter: Partial<ParticipantFilter> = {}) =>
  listParticipants(make.context(organizer), eventId, {
    state: "all",
    search: "",
    limit: 100,
    cursor: undefined,
    ...filter,
  });
const names = async (...asked: Parameters<typeof list>) => (await list(...asked)).rows.map(({ userName }) => userName);

describe("listParticipants", () => {
  it("has people who have joined first, then the waitlist, each in order of arrival, with the organizer's fields", async () => {
    const [amina, tom, mia, kim] = [
      await make.member({ displayName: "Amina", email: "amina@example.org", photoURL: "https://example.org/a.jpg" }),
      await make.member({ displayName: "Tom" }),
      await make.member({ displayName: "Mia" }),
      await make.member({ displayName: "Kim" }),
    ];
    const eventId = await make.event({ organizer, maxParticipant: "3" });
    await join(amina, eventId, [
      { name: "Zoe", under18: true },
      { name: "Ann", under18: false },
    ]);
    await join(tom, eventId, [{ name: "Ida", under18: false }]);
    await join(mia, eventId);
    await join(kim, eventId);

    // Registrations for another event are on that event's list.
    await join(mia, await make.event({ organizer }));
    const confirmation = make.db.updateTable("registrations").set({ attendance_confirmed_at: new Date(0) });
    await confirmation.where("event_id", "=", eventId).where("member_id", "=", tom.id).execute();

    const { rows, total } = await list(eventId);
    expect(total).toBe(4);
    expect(rows.map(({ confirmedAt }) => confirmedAt)).toEqual([null, new Date(0).toISOString(), null, null]);
    expect(rows.map(({ userName, state, position, spots }) => [userName, state, position, spots])).toEqual([
      ["Amina", "joined", null, 3],
      ["Tom", "waiting", 1, 2],
      ["Mia", "waiting", 3, 1],
      ["Kim", "waiting", 4, 1],
    ]);
    expect(rows[0]).toEqual({
      _id: expect.any(String),
      memberId: amina.id,
      userName: "Amina",
      userEmail: "amina@example.org",
      userPhotoURL: "https://example.org/a.jpg",
      state: "joined",
      position: null,
      offeredUntil: null,
      spots: 3,
      guests: [
        { _id: expect.any(String), name: "Zoe", under18: true, guardian: null },
        { _id: expect.any(String), name: "Ann", under18: false, guardian: null },
      ],
      phone: null,
      under18: false,
      guardian: null,
      joinedAt: expect.any(String),
      confirmedAt: null,
      isBlocked: false,
      mailedTo: null,
      note: null,
    });
    await blockMember(make.context(amina), organizer.id);
    // A block by another organizer is not shown here.
    await join(mia, await make.event({ organizer: kim }));
    await blockMember(make.context(kim), mia.id);
    await blockMember(make.context(organizer), tom.id);
    expect((await list(eventId)).rows.filter(({ isBlocked }) => isBlocked)).toMatchObject([{ memberId: tom.id }]);
    await leaveEvent(make.context(amina), eventId);
    expect((await list(eventId)).rows.map(({ offeredUntil }) => offeredUntil !== null)).toEqual([true, true, false]);
  });

  it("is paged, with everyone on exactly one page, also during a search", async () => {
    const eventId = await make.event({ organizer, maxParticipant: "4" });
    for (const member of await make.members(7)) await join(member, eventId);
    for (const filter of [{}, { search: "example.org" }, { state: "waiting" as const }]) {
      const whole = await list(eventId, filter);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await list(eventId, { ...filter, limit: 2, cursor });
        expect(page.total).toBe(whole.total);
        seen.push(...page.rows.map(({ _id }) => _id));
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(whole.rows.map(({ _id }) => _id));
    }
    expect(await outcomeOf(list(eventId, { cursor: "nonsense" }))).toBe("invalid");
  });

  it("is searched by name, guest and address, ignoring case and accents, and filtered by state", async () => {
    const [joao, ayse, li] = [
      await make.member({ displayName: "João Ödegård", email: "first@example.org" }),
      await make.member({ displayName: "Ayşe", email: "second@example.net" }),
      await make.member({ displayName: "李 100%", email: "third@example.org" }),
    ];
    const eventId = await make.event({ organizer, maxParticipant: "3" });
    await join(joao, eventId);
    await join(ayse, eventId, [{ name: "Łukasz", under18: false }]);
    await join(li, eventId);
    expect(await names(eventId, { search: "JOAO" })).toEqual(["João Ödegård"]);
    expect(await names(eventId, { search: "lukasz" })).toEqual(["Ayşe"]);
    expect(await names(eventId, { search: "example.net" })).toEqual(["Ayşe"]);
    expect(await names(eventId, { search: "%" })).toEqual(["李 100%"]);
    expect(await names(eventId, { search: "nobody" })).toEqual([]);
    expect(await names(eventId, { state: "waiting" })).toEqual(["李 100%"]);
    expect(await list(eventId, { state: "joined", search: "李" })).toMatchObject({ rows: [], total: 0 });
    expect((await list(eventId, { search: "joao" })).total).toBe(1);
    expect((await list(eventId, { state: "waiting" })).total).toBe(1);
    // A search does not match across two fields.
    expect(await names(eventId, { search: "ödegård first" })).toEqual([]);
  });

  it("works only for the organizer, like the spreadsheet and the sent messages", async () => {
    const member = await make.member();
    const eventId = await make.event({ organizer });
    await join(member, eventId);
    const filter = { state: "all" as const, search: "", limit: 100, cursor: undefined };
    const calls = [
      (asking: Member | undefined, id: string) => listParticipants(make.context(asking), id, filter),
      (asking: Member | undefined, id: string) => participantsCsv(make.context(asking), id),
      (asking: Member | undefined, id: string) => listMessages(make.context(asking), id, filter),
    ];
    for (const call of calls) {
      expect(await outcomeOf(call(undefined, eventId))).toBe("sign_in_required");
      expect(await outcomeOf(call(member, eventId))).toBe("not_yours");
      expect(await outcomeOf(call(organizer, member.id))).toBe("not_found");
      expect(await outcomeOf(call(organizer, "nonsense"))).toBe("not_found");
      expect(await outcomeOf(call(organizer, eventId))).toBe("done");
    }
  });
});
