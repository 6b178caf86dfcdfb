import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { joinEvent, leaveEvent } from "#domain/registrations/commands.ts";
import { say } from "#messages/say.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { begin, during, gateIn, later, minute, newMark } from "#test/gate.ts";
import { makeIn, type Make } from "#test/make.ts";
import { getGate } from "../gates/queries.ts";
import type { Member } from "../members/shapes.ts";
import { csvOf, participantsCsv } from "./feeds.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const csvFor = async (organizer: Member, eventId: string) =>
  (await participantsCsv(make.context(organizer), eventId)).join("");
const guests = (...names: string[]) => names.map((name) => ({ name, under18: false }));

describe("participantsCsv", () => {
  it("has a row for each person, and names each guest's member", async () => {
    const organizer = await make.member();
    const amina = await make.member({ displayName: "Amina, the first", email: "amina@example.org" });
    const eventId = await make.event({ organizer, maxParticipant: "2" });
    const at = new Date("2026-01-02T03:04:05Z");
    await joinEvent(make.context(amina, at), { eventId, guests: [{ name: 'Tom "T"', under18: true }] });
    const tom = await make.member({ displayName: "Tom", email: "tom@example.org" });
    await joinEvent(make.context(tom, at), { eventId });

    const csv = await csvFor(organizer, eventId);
    expect(csv.split("\r\n")).toEqual([
      '\ufeff"Name","Comes with","Under 18","E-mail","State","Number on the waitlist","Joined (Asia/Dhaka)","Spot held until (Asia/Dhaka)","Has confirmed","Here since (Asia/Dhaka)"',
      '"Amina, the first","","","amina@example.org","Joined","","2026-01-02 09:04","","",""',
      '"Tom ""T""","Amina, the first","Yes","","Joined","","2026-01-02 09:04","","",""',
      '"Tom","","","tom@example.org","On the waitlist","1","2026-01-02 09:04","","",""',
      "",
    ]);
  });

  it("has check-in times, and a last row for each walk-in", async () => {
    const { organizer, eventId, opened, sync, join } = await gateIn(make);
    const amina = await join("Amina Rahman", { name: "Rita", under18: false }, { name: "Tom", under18: true });
    const { people } = await getGate(make.context(organizer), eventId);
    const idOf = (name: string) => people.find((person) => person.name === name)?.id ?? "";
    const [device, left] = [await opened(), newId()];
    await sync(device, during, {
      marks: [
        newMark("here", idOf("Amina Rahman"), later(begin, -minute)),
        newMark("here", idOf("Tom"), later(begin, -minute / 2)),
        newMark("undone", idOf("Tom"), begin),
        newMark("walk_in", newId(), later(begin, minute), { under18: true }),
        newMark("walk_in", left, later(begin, 2 * minute), { name: "Not here" }),
        newMark("undone", left, later(begin, 3 * minute)),
      ],
    });
    const [, ...rows] = (await csvFor(organizer, eventId)).trim().split("\r\n");
    const cells = rows.map((row) => row.slice(1, -1).split('","'));
    expect(cells.map((row) => [row[0], row[4], row[6] !== "", row[9]])).toEqual([
      ["Amina Rahman", "Joined", true, "2027-03-20 15:59"],
      ["Rita", "Joined", true, ""],
      ["Tom", "Joined", true, ""],
      ["Marta Sousa", say("csv.walk_in"), false, "2027-03-20 16:01"],
    ]);
    expect(cells[3]).toEqual(["Marta Sousa", "", "Yes", "", "Walk-in", "", "", "", "", "2027-03-20 16:01"]);
    expect(await outcomeOf(csvFor(amina, eventId))).toBe("not_yours");
  });

  it("has everybody in order, even when they are read in several parts", async () => {
    const organizer = await make.member();
    const eventId = await make.event({ organizer, maxParticipant: "No limit" });
    await sql`with people as (
        insert into members (id, name, email, email_verified)
        select gen_random_uuid(), 'Person ' || n, n || '@example.org', true from generate_series(1, 2001) n
        returning id, name)
      insert into registrations (id, event_id, member_id, joined_at)
      select gen_random_uuid(), ${eventId}, id, now() from people order by length(name), name`.execute(make.db);
    const [, ...rows] = (await csvFor(organizer, eventId)).trim().split("\r\n");
    const names = rows.map((row) => row.slice(1, row.indexOf('",')));
    expect(names).toEqual(Array.from({ length: 2001 }, (_, at) => `Person ${at + 1}`));
  });

  it("gives each person of a waitlisted party a position, and the end of an offer", async () => {
    const organizer = await make.member();
    const eventId = await make.event({ organizer, maxParticipant: "2", eventDate: new Date("2099-01-02T10:00:00Z") });
    const at = new Date("2026-01-02T03:04:05Z");
    const [first, second, third] = await make.members(3);
    for (const [member, party] of [
      [first, guests("Ann")],
      [second, guests("Bea")],
      [third, guests("Cleo", "Dora")],
    ] as const) {
      await joinEvent(make.context(member, at), { eventId, guests: party });
    }
    await leaveEvent(make.context(first, at), eventId);
    const confirmation = make.db.updateTable("registrations").set({ attendance_confirmed_at: at });
    await confirmation.where("member_id", "=", third?.id ?? "").execute();
    const [, ...rows] = (await csvFor(organizer, eventId)).trim().split("\r\n");
    const [name, state, position, heldUntil, isComing] = [0, 4, 5, 7, 8];
    const [offered, waitlisted] = [say("csv.offered"), say("csv.waiting")];
    const cells = rows.map((row) => row.slice(1, -1).split('","'));
    expect(cells.map((row) => [row[name], row[state], row[position], row[heldUntil], row[isComing]])).toEqual([
      [second?.displayName, offered, "1", "2026-01-02 21:04", ""],
      ["Bea", offered, "2", "2026-01-02 21:04", ""],
      [third?.displayName, waitlisted, "3", "", "Yes"],
      ["Cleo", waitlisted, "4", "", "Yes"],
      ["Dora", waitlisted, "5", "", "Yes"],
    ]);
  });
});

/** The cell made from a text, without byte order mark and line end. */
const cell = (text: string) => csvOf([[text]]).slice(1, -2);

describe("csvOf", () => {
  it.each([
    ['=HYPERLINK("http://evil.example","Click")', '"\'=HYPERLINK(""http://evil.example"",""Click"")"'],
    ["+1+1", '"\'+1+1"'],
    ["-2+3+cmd|' /C calc'!A0", "\"'-2+3+cmd|' /C calc'!A0\""],
    ["@SUM(1+1)", '"\'@SUM(1+1)"'],
    ["\t=1+1", "\"'\t'=1+1\""],
    ["\rname", '"\'\rname"'],
    ["＝1+1", '"\'＝1+1"'],
    ["＋1", '"\'＋1"'],
    ["－1", '"\'－1"'],
    ["＠SUM(1)", '"\'＠SUM(1)"'],
    ["  =1+1", '"\'  =1+1"'],
    ["\u200b=1+1", '"\'\u200b=1+1"'],
    ["Ann;=1+1", '"Ann;\'=1+1"'],
    ["Ann\n=1+1", '"Ann\n\'=1+1"'],
    ['";=1+1', '""";\'=1+1"'],
  ])("escapes %j, which would be a formula", (text, expected) => {
    expect(cell(text)).toBe(expected);
  });

  it.each(["Anne-Marie", "a+b@example.org", "1 = 1", "O'Neill", "'quoted'", "李", "حسن"])(
    "leaves %j unchanged",
    (text) => {
      expect(cell(text)).toBe(`"${text}"`);
    },
  );
});
