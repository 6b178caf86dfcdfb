import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make, tomorrow, yesterday } from "#test/make.ts";
import { cancelEvent, updateEvent } from "../organizing/commands.ts";
import { findCalendarEntry, getEvent, listEvents, listLatestEvents, listMyEvents } from "./queries.ts";
import { durationDefault, durationMax } from "./rules.ts";
import { EventFilter } from "./shapes.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const titles = async (filter: object) => {
  const { rows } = await listEvents(make.context(), EventFilter.parse(filter));
  return rows.map((event) => event.title).toSorted();
};

describe("listEvents", () => {
  it("finds the words that a person sees in the title, the description or the location", async () => {
    await make.event({ title: "Beach Cleanup", location: "São Paulo", description: "Bring gloves." });
    await make.event({ title: "ПОСАДКА деревьев", location: "Київ", description: "100% fun_day" });
    await make.event({ title: "زِراعةُ الأشجار 🌳", location: "Ağrı", description: "Straße frei \\ räumen" });

    expect(await titles({ search: "clean" })).toEqual(["Beach Cleanup"]);
    expect(await titles({ search: "  CLEAN " })).toEqual(["Beach Cleanup"]);
    expect(await titles({ search: "sao" })).toEqual(["Beach Cleanup"]);
    expect(await titles({ search: "SÃO pau" })).toEqual(["Beach Cleanup"]);
    expect(await titles({ search: "gloves" })).toEqual(["Beach Cleanup"]);
    expect(await titles({ search: "посадка ДЕРЕВ" })).toEqual(["ПОСАДКА деревьев"]);
    expect(await titles({ search: "زراعة" })).toEqual(["زِراعةُ الأشجار 🌳"]);
    expect(await titles({ search: "🌳" })).toEqual(["زِراعةُ الأشجار 🌳"]);
    expect(await titles({ search: "strasse" })).toEqual(["زِراعةُ الأشجار 🌳"]);
    expect(await titles({ search: "agri" })).toEqual(["زِراعةُ الأشجار 🌳"]);
  });

  it("treats % _ and \\ as ordinary characters", async () => {
    await make.event({ title: "100% fun" });
    await make.event({ title: "snake_case" });
    await make.event({ title: "back\\slash" });

    expect(await titles({ search: "00%" })).toEqual(["100% fun"]);
    expect(await titles({ search: "e_c" })).toEqual(["snake_case"]);
    expect(await titles({ search: "k\\s" })).toEqual(["back\\slash"]);
    expect(await titles({ search: "f%n" })).toEqual([]);
  });

  it("finds one or two letters at the beginning of a word", async () => {
    await make.event({ title: "Beach Cleanup", location: "Sports-Park (old) 47", description: "It's \\o/ fun" });
    await make.event({ title: "海岸清掃", location: "Łódź", description: "' '" });
    for (const search of ["b", "BE", "cl", "sp", "pa", "(o", "ol", "ó", "47", "4", "i", "\\o"]) {
      expect([search, await titles({ search })]).toEqual([search, ["Beach Cleanup"]]);
    }
    // In scripts without spaces any letter begins a word; and special characters of a query are ordinary ones.
    for (const search of ["清", "清掃", "岸清", "ł", "lo", "'"]) {
      expect([search, await titles({ search })]).toEqual([search, ["海岸清掃"]]);
    }
    for (const search of ["ea", "up", "7", "!b", "b:", "&", "*", "\\"]) {
      expect([search, await titles({ search })]).toEqual([search, search === "\\" ? ["Beach Cleanup"] : []]);
    }
    // The previous version does not know the column, and writes back the values that it has read.
    await sql`update events set search_text = 'yard', search_beginnings = search_beginnings
      where title = 'Beach Cleanup'`.execute(make.db);
    expect([await titles({ search: "ya" }), await titles({ search: "cl" })]).toEqual([["Beach Cleanup"], []]);
  });

  it("finds three letters anywhere", async () => {
    await make.event({ title: "Beach Cleanup" });
    expect(await titles({ search: "ean" })).toEqual(["Beach Cleanup"]);
  });

  it("does not find text across the end of a field", async () => {
    await make.event({ title: "River", description: "bank", location: "Leeds" });
    expect(await titles({ search: "river bank" })).toEqual([]);
    expect(await titles({ search: "river" })).toEqual(["River"]);
  });

  it("finds words whether or not they are written as one", async () => {
    for (const title of ["Harbor Cleanup", "River Clean-up", "Park clean up", "Cleaner air", "Up, clean"]) {
      await make.event({ title, description: "x", location: "y" });
    }
    const three = ["Harbor Cleanup", "Park clean up", "River Clean-up"];
    for (const search of ["cleanup", "clean-up", "Clean up", "clean–up!", "CLEAN  UP"]) {
      expect((await titles({ search })).toSorted()).toEqual(three);
    }
    // A search does not reach across two texts of one event, nor across words for a few letters.
    expect(await titles({ search: "cleanup x" })).toEqual([]);
    expect(await titles({ search: "kcl" })).toEqual([]);
  });

  it("combines search, category and time", async () => {
    await make.event({ title: "Tree day", eventType: "plantation" });
    await make.event({ title: "Tree walk", eventType: "awareness" });
    await make.event({ title: "Tree past", eventType: "plantation", eventDate: yesterday() });

    expect(await titles({ search: "tree" })).toEqual(["Tree day", "Tree walk"]);
    expect(await titles({ category: "plantation" })).toEqual(["Tree day"]);
    expect(await titles({ search: "tree", category: "awareness" })).toEqual(["Tree walk"]);
    expect(await titles({ search: "tree", category: "plantation", when: "past" })).toEqual(["Tree past"]);
    expect(await titles({ category: "all", when: "all" })).toEqual(["Tree day", "Tree past", "Tree walk"]);
    expect(await titles({ search: "" })).toEqual(["Tree day", "Tree walk"]);
  });

  it("lists upcoming events soonest first and past ones latest first", async () => {
    const organizer = await make.member();
    for (const days of [3, -1, 1, -2, 2]) {
      await make.event({ organizer, title: String(days), eventDate: new Date(Date.now() + days * 86_400_000) });
    }
    const inOrder = async (when: string) =>
      (await listEvents(make.context(), EventFilter.parse({ when }))).rows.map(({ title }) => title);

    expect(await inOrder("upcoming")).toEqual(["1", "2", "3"]);
    expect(await inOrder("past")).toEqual(["-1", "-2"]);
    expect(await inOrder("all")).toEqual(["-2", "-1", "1", "2", "3"]);
  });

  it("lists an event as upcoming until it has ended", async () => {
    const eventDate = tomorrow();
    await make.event({ eventDate });
    const at = async (now: Date) => (await listEvents(make.context(undefined, now), EventFilter.parse({}))).total;

    const eventEnd = eventDate.getTime() + durationDefault;
    expect(await at(new Date(eventEnd))).toBe(1);
    expect(await at(new Date(eventEnd + 1))).toBe(0);
  });

  it("lists a long event as upcoming until it has ended, up to the longest possible one", async () => {
    const now = new Date();
    const ends = async (title: string, begins: number, eventEnd: number) => {
      const id = await make.event({ title, eventDate: new Date(now.getTime() - begins) });
      const event_end = new Date(now.getTime() + eventEnd);
      await make.db.updateTable("events").set({ event_end }).where("id", "=", id).execute();
    };
    await ends("two days", 36 * 3_600_000, 12 * 3_600_000);
    await ends("fourteen days", durationMax, 0);
    await ends("over", durationMax, -1);
    const titlesOf = async (when: string) =>
      (await listEvents(make.context(undefined, now), EventFilter.parse({ when }))).rows.map(({ title }) => title);
    expect(await titlesOf("upcoming")).toEqual(["fourteen days", "two days"]);
    expect(await titlesOf("past")).toEqual(["over"]);
  });

  it.each(["upcoming", "past", "all"])(
    "shows every event once when paging through %s, many at one moment",
    async (when) => {
      const organizer = await make.member();
      const [past, soon, later] = [yesterday(), tomorrow(), new Date(Date.now() + 2 * 86_400_000)];
      for (const eventDate of [past, soon, later, past, soon, soon, past, soon, later, past, soon]) {
        await make.event({ organizer, eventDate });
      }
      const all = await listEvents(make.context(), EventFilter.parse({ when }));

      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await listEvents(make.context(), EventFilter.parse({ when, limit: "2", cursor }));
        expect(page.total).toBe(all.total);
        expect(page.rows.length).toBeLessThanOrEqual(2);
        seen.push(...page.rows.map(({ _id }) => _id));
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(all.rows.map(({ _id }) => _id));
      expect(new Set(seen).size).toBe(all.total);
      expect(all.total).toBe({ upcoming: 7, past: 4, all: 11 }[when]);
    },
  );

  it("has no next page after the last row", async () => {
    const organizer = await make.member();
    for (let number = 0; number < 4; number++) await make.event({ organizer });
    const first = await listEvents(make.context(), EventFilter.parse({ limit: "2" }));
    expect(first.next).not.toBeNull();
    const second = await listEvents(make.context(), EventFilter.parse({ limit: "2", cursor: first.next ?? "" }));
    expect(second.next).toBeNull();
  });

  it("returns the organizer's name, e-mail and photo as they are now", async () => {
    const organizer = await make.member({ displayName: "Old", email: "amina@example.org" });
    await make.event({ organizer });
    await make.db.updateTable("members").set({ name: "New", image: "https://example.org/new.jpg" }).execute();

    const { rows } = await listEvents(make.context(), EventFilter.parse({}));
    expect(rows[0]).toMatchObject({
      organizer: "New",
      email: "amina@example.org",
      organizerPhoto: "https://example.org/new.jpg",
    });
  });
});

describe("listLatestEvents", () => {
  it("returns the six events created last among those that have not ended, latest first", async () => {
    const organizer = await make.member();
    const ids: string[] = [];
    for (let number = 0; number < 8; number++) {
      ids.push(await make.event({ organizer, eventDate: number === 6 ? yesterday() : tomorrow() }));
    }
    const latest = await listLatestEvents(make.context());
    expect(latest.map(({ _id }) => _id)).toEqual([7, 5, 4, 3, 2, 1].map((number) => ids[number]));
  });
});

describe("getEvent", () => {
  it("returns an event with exactly the fields of its shape", async () => {
    const id = await make.event({ thumbnailUrl: null, maxParticipant: "up to ৫০" });
    const event = await getEvent(make.context(), id);
    expect(event).toMatchObject({
      _id: id,
      capacity: 50,
      maxParticipant: "up to ৫০",
      thumbnailUrl: null,
      participant: 0,
    });
  });

  it.each(["", "1", "null", "not-an-id", "00000000-0000-4000-8000-000000000000", "\0", "../events", "x".repeat(9000)])(
    "does not find %j",
    async (id) => {
      await expect(getEvent(make.context(), id)).rejects.toMatchObject({ code: "not_found" });
    },
  );
});

describe("listMyEvents", () => {
  it("returns only the caller's own events, past ones too, newest first, page by page", async () => {
    const [me, other] = [await make.member(), await make.member()];
    const ids: string[] = [];
    for (const eventDate of [tomorrow(), yesterday(), tomorrow()])
      ids.push(await make.event({ organizer: me, eventDate }));
    await make.event({ organizer: other });

    const first = await listMyEvents(make.context(me), { limit: 2 });
    const second = await listMyEvents(make.context(me), { limit: 2, cursor: first.next ?? "" });
    expect([...first.rows, ...second.rows].map(({ _id }) => _id)).toEqual(ids.toReversed());
    expect([first.total, second.total, second.next]).toEqual([3, 3, null]);
  });

  it("returns upcoming events first, then past and canceled ones, by request, page by page", async () => {
    const [me, start] = [await make.member(), Date.now()];
    const ids: string[] = [];
    for (const days of [-2, 2, 2, -1, 0.5, 1, -0.001])
      ids.push(await make.event({ organizer: me, eventDate: new Date(start + days * 86_400_000) }));
    const [older, last, same, over, cancelled = "", next, begun] = ids;
    await cancelEvent(make.context(me), cancelled, { reason: "A storm." });
    // An event of another organizer, which is on none of the caller's pages.
    await make.event({ eventDate: new Date(start + 86_400_000) });

    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listMyEvents(make.context(me), { order: "upcoming", limit: 2, cursor });
      found.push(...page.rows.map(({ _id }) => _id));
      expect(page.total).toBe(7);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(found).toEqual([begun, next, last, same, cancelled, over, older]);
    const { next: cursorOfNewest } = await listMyEvents(make.context(me), { limit: 2 });
    const mixed = { order: "upcoming", limit: 2, cursor: cursorOfNewest ?? "" } as const;
    await expect(listMyEvents(make.context(me), mixed)).rejects.toMatchObject({ code: "invalid" });
  });

  it("rejects visitors, and another member's e-mail", async () => {
    const [me, other] = [await make.member(), await make.member()];
    await expect(listMyEvents(make.context(), { limit: 9 })).rejects.toMatchObject({ code: "sign_in_required" });
    const filter = { limit: 9, email: other.email };
    await expect(listMyEvents(make.context(me), filter)).rejects.toMatchObject({ code: "not_yours" });
  });
});

describe("findCalendarEntry", () => {
  it("counts the changes that a calendar shows, and no others", async () => {
    const organizer = await make.member();
    const id = await make.event({ organizer });
    const change = async (changes: Parameters<typeof updateEvent>[2]) => {
      await updateEvent(make.context(organizer), id, changes);
      return (await findCalendarEntry(make.db, id))?.sequence;
    };
    const eventDate = new Date(tomorrow().getTime() + 3_600_000);
    expect(await change({ description: "Bring boots.", maxParticipant: "30", eventType: "food" })).toBe(0);
    expect(await change({ title: "Beach Cleanup", location: "Cox's Bazar", timeZone: "Asia/Dhaka" })).toBe(0);
    expect(await change({ title: "Great Beach Cleanup" })).toBe(1);
    expect(await change({ location: "Inani" })).toBe(2);
    expect(await change({ timeZone: "Europe/Berlin" })).toBe(3);
    expect(await change({ eventDate })).toBe(4);
    expect(await change({ eventDate, eventEnd: new Date(eventDate.getTime() + 3_600_000) })).toBe(5);
    expect(await change({ eventDate, eventEnd: new Date(eventDate.getTime() + 3_600_000) })).toBe(5);
  });

  it("finds nothing for an unknown id", async () => {
    expect(await findCalendarEntry(make.db, "nonsense")).toBeNull();
    expect(await findCalendarEntry(make.db, "0199f2a0-0000-7000-8000-000000000001")).toBeNull();
  });
});
