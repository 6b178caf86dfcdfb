import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { migrate } from "#db/migrate.ts";
import { newId } from "#db/schema.server.ts";
import { openDatabase } from "#platform/database/connect.ts";
import { newPostgresDatabase, postgresOfTests, testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { newOutcome } from "#test/outcomes.ts";
import { communityOf } from "#test/owning.ts";
import { forgetInOutcomes, sayOutcome } from "../outcomes/commands.ts";
import { deleteAccount, planDeletion } from "../accounts/commands.ts";
import type { Member } from "../members/shapes.ts";
import { deleteEvent } from "../organizing/commands.ts";
import { giveEvent } from "../ownership-transfers/giving.ts";
import { closeCommunity } from "./founding.ts";
import { getCommunityPage } from "./page.ts";
import { countYears, listYears } from "./years.ts";

const day = 86_400_000;

let make: Make;
let [owner, people] = [] as unknown as [Member, Member[]];
let [id, other] = ["", ""];
beforeEach(async () => {
  make = makeIn(await testDatabase());
  owner = await make.member();
  people = await make.members(7);
  [id, other] = [await communityOf(make, [owner], { slug: "river" }), await communityOf(make, [owner])];
});

/** A past event of a community in a year. */
async function eventIn(year: string, community: string | null = id, values: object = {}): Promise<string> {
  const event = await make.event({ organizer: owner, eventDate: new Date(Date.now() - 20 * day) });
  const days = { first_day: `${year}-06-01`, last_day: `${year}-06-01` };
  await make.db
    .updateTable("events")
    .set({ owner_community_id: community, ...days, ...values })
    .where("id", "=", event)
    .execute();
  return event;
}

/** Writes the rows of an outcome without our commands, as the version before may write them. */
async function outcomeOf(event: string, came: (Member | null)[], hours = 10, amount = 38): Promise<void> {
  const counts = { joined: came.length, confirmed: 0, came: came.length, total_hours: hours };
  const values = { ...counts, hours: 2, amount, kilograms: null, sent_at: new Date(), changed_at: new Date() };
  await make.db
    .insertInto("outcomes")
    .values({ event_id: event, ...values })
    .execute();
  for (const member of came) await personAt(event, member);
}

const personAt = (event_id: string, member: Member | null) => {
  const who = { person_id: newId(), member_id: member?.id ?? null, name: member ? null : "Rui", hours: null };
  const noted = { noted_by: "organizer", is_listed: true, is_confirmed: false } as const;
  return make.db
    .insertInto("outcome_people")
    .values({ event_id, ...who, ...noted })
    .execute();
};

/** The tasks that wait to count a community's years, as the database has written them. */
const waiting = async (): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select payload ->> 'communityId' as id from outbox
    where kind = 'community_years' and done_at is null order by created_at`.execute(make.db);
  return rows.map((row) => row.id);
};

/** Does what waits, and finds that the kept years are those of a count from the start, for every community. */
async function settled(): Promise<Record<string, string[]>> {
  // The database's clock counts in smaller parts than ours.
  await make.mails(new Date(Date.now() + 1000));
  const kept = await sql<Row>`
    select community_id as id, year, people, hours, (select sum((of ->> 'amount')::float8)
      from jsonb_array_elements(sums) of) as amount from community_years order by 1, 2`.execute(make.db);
  const counted = await sql<Row>`
    select owner_community_id as id, left(first_day, 4)::int as year,
      (select count(distinct coalesce(member_id, person_id))::int from outcome_people where event_id = any(array_agg(events.id)))
        as people, sum(total_hours) as hours, coalesce(sum(amount), 0)::float8 as amount
    from events join outcomes on outcomes.event_id = events.id
    where owner_community_id is not null and not is_draft and cancelled_at is null and came > 0
    group by 1, 2 order by 1, 2`.execute(make.db);
  expect(kept.rows).toEqual(counted.rows);
  const shown: Record<string, string[]> = {};
  for (const { id: of, year, people: count, hours } of kept.rows)
    (shown[of] ??= []).push(`${year}: ${count} people, ${hours} h`);
  return shown;
}
type Row = { id: string; year: number; people: number; hours: number; amount: number };

describe("the years of a community", () => {
  it("sum the outcomes of its own public events, and count people who came twice once", async () => {
    await outcomeOf(await eventIn("2025"), people.slice(0, 5), 10, 38);
    await outcomeOf(await eventIn("2025"), people.slice(0, 2), 4, 12);
    await outcomeOf(await eventIn("2025", id, { event_type: "food" }), people.slice(0, 1), 1.4, 70);
    await outcomeOf(await eventIn("2024"), people.slice(0, 4), 8, 9);
    await outcomeOf(await eventIn("2023"), [null, null, null, null, null], 5, 0);
    await outcomeOf(await eventIn("2025", id, { is_draft: true }), people, 99, 99);
    await outcomeOf(await eventIn("2025", id, { cancelled_at: new Date() }), people, 99, 99);
    await outcomeOf(await eventIn("2025", other), people, 99, 99);
    await outcomeOf(await eventIn("2025", null), people, 99, 99);
    await outcomeOf(await eventIn("2022"), [], 0.25, 99);
    await settled();
    // Four people in 2024 are too few, and those who came twice do not count as two.
    expect(await listYears(make.db, id)).toEqual([
      {
        year: 2025,
        people: 5,
        hours: 15,
        amounts: [
          { unit: "meals", count: 70 },
          { unit: "bags", count: 50 },
        ],
      },
      { year: 2023, people: 5, hours: 5, amounts: [] },
    ]);
    expect((await getCommunityPage(make.context(), "river")).done).toEqual(await listYears(make.db, id));
  });

  it("follow each outcome that an organizer saves, and announce the community once they are counted", async () => {
    const event = await eventIn("2025");
    const ids = [];
    for (const member of people) ids.push(await make.join({ eventId: event, member }));
    const say = (came: string[], hours: number) => sayOutcome(make.context(owner), event, newOutcome({ came, hours }));
    await say(ids, 2);
    // A transaction writes one task, for however many people.
    expect(await waiting()).toEqual([id]);
    expect(make.announced).not.toContain(id);
    expect(await settled()).toEqual({ [id]: ["2025: 7 people, 14 h"] });
    expect(make.announced).toContain(id);
    await say(ids.slice(0, 3), 1);
    expect(await settled()).toEqual({ [id]: ["2025: 3 people, 3 h"] });
    await say([], 1);
    expect(await settled()).toEqual({});
    expect(await waiting()).toEqual([]);
  });

  it("follow an event that is given to another community and back", async () => {
    const event = await eventIn("2025");
    await outcomeOf(event, people);
    expect(await settled()).toEqual({ [id]: ["2025: 7 people, 10 h"] });
    await giveEvent(make.context(owner), event, { communityId: other });
    expect(await settled()).toEqual({ [other]: ["2025: 7 people, 10 h"] });
    await giveEvent(make.context(owner), event, { communityId: null });
    expect(await settled()).toEqual({});
    await giveEvent(make.context(owner), event, { communityId: id });
    expect(await settled()).toEqual({ [id]: ["2025: 7 people, 10 h"] });
  });

  it("follow an event that is deleted, and one of the two in a year remains", async () => {
    const [event, another] = [await eventIn("2025"), await eventIn("2025")];
    await outcomeOf(event, people);
    await outcomeOf(another, people.slice(0, 2), 3);
    await settled();
    await deleteEvent(make.context(owner), event, {});
    expect(await settled()).toEqual({ [id]: ["2025: 2 people, 3 h"] });
  });

  it("follow an event that is canceled, hidden, moved to another year, or of another type", async () => {
    const event = await eventIn("2025");
    await outcomeOf(event, people);
    const set = async (values: object) => {
      await make.db.updateTable("events").set(values).where("id", "=", event).execute();
      return settled();
    };
    const all = { [id]: ["2025: 7 people, 10 h"] };
    expect(await settled()).toEqual(all);
    expect(await set({ cancelled_at: new Date() })).toEqual({});
    expect(await set({ cancelled_at: null })).toEqual(all);
    expect(await set({ is_draft: true })).toEqual({});
    expect(await set({ is_draft: false })).toEqual(all);
    expect(await set({ first_day: "2024-12-31" })).toEqual({ [id]: ["2024: 7 people, 10 h"] });
    expect((await listYears(make.db, id))[0]?.amounts).toEqual([{ unit: "bags", count: 38 }]);
    await set({ event_type: "food" });
    expect((await listYears(make.db, id))[0]?.amounts).toEqual([{ unit: "meals", count: 38 }]);
  });

  it("follow people and outcomes that are written, changed and deleted without our commands", async () => {
    const event = await eventIn("2025");
    await outcomeOf(event, people.slice(0, 5));
    expect(await settled()).toEqual({ [id]: ["2025: 5 people, 10 h"] });
    await personAt(event, people[6] ?? null);
    expect(await settled()).toEqual({ [id]: ["2025: 6 people, 10 h"] });
    await make.db.deleteFrom("outcome_people").where("member_id", "=", people[0]!.id).execute();
    expect(await settled()).toEqual({ [id]: ["2025: 5 people, 10 h"] });
    await make.db.updateTable("outcomes").set({ total_hours: 7.5, amount: 2 }).execute();
    expect(await settled()).toEqual({ [id]: ["2025: 5 people, 7.5 h"] });
    await make.db.deleteFrom("outcomes").execute();
    expect(await settled()).toEqual({});
  });

  it("follow the deletion of an account, whose hours stay and whose name is gone", async () => {
    const [event, another] = [await eventIn("2025"), await eventIn("2024", other)];
    await outcomeOf(event, people);
    await outcomeOf(another, people, 5);
    const all = { [id]: ["2025: 7 people, 10 h"], [other]: ["2024: 7 people, 5 h"] };
    expect(await settled()).toEqual(all);
    await planDeletion(make.context(people[0]));
    await deleteAccount(make.context(undefined, new Date(Date.now() + 8 * day)), people[0]!.id);
    expect((await waiting()).toSorted()).toEqual([id, other].toSorted());
    expect(await settled()).toEqual(all);
  });

  it("end with their community", async () => {
    await outcomeOf(await eventIn("2025"), people);
    await outcomeOf(await eventIn("2025", other), people);
    await settled();
    await closeCommunity(make.context(owner), id);
    expect(await waiting()).toEqual([]);
    expect(await settled()).toEqual({ [other]: ["2025: 7 people, 10 h"] });
    // A task that was written before finds nothing.
    await countYears(make.db, id);
    expect(await settled()).toEqual({ [other]: ["2025: 7 people, 10 h"] });
  });

  it("are not counted again for changes that do not count", async () => {
    const [event, upcoming, ownEvent] = [await eventIn("2025"), await eventIn("2025"), await eventIn("2025", null)];
    await outcomeOf(event, [...people, null]);
    await settled();
    await outcomeOf(ownEvent, people);
    await make.db.updateTable("events").set({ title: "Other", last_day: "2025-06-02" }).execute();
    await make.db.updateTable("events").set({ first_day: "2025-05-30" }).where("id", "=", event).execute();
    await make.db
      .updateTable("events")
      .set({ cancelled_at: new Date(), owner_community_id: other })
      .where("id", "=", upcoming)
      .execute();
    await make.db.updateTable("outcome_people").set({ name: null }).execute();
    await make.db.transaction().execute((tx) => forgetInOutcomes(tx, people[0]!.id));
    expect(await waiting()).toEqual([]);
    await make.db.updateTable("outcome_people").set({ member_id: null }).where("event_id", "=", event).execute();
    expect(await waiting()).toEqual([id]);
  });
});

describe.runIf(postgresOfTests())("counting a community's years", () => {
  it("waits for a count of an earlier state, and then counts what has changed since", async () => {
    const event = await eventIn("2025");
    await outcomeOf(event, people);
    const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`community_years:${id}`}, 0))`;
    const first = await make.db.startTransaction().execute();
    await lock.execute(first);
    const second = countYears(make.db, id);
    const isWaiting = async () => {
      const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`.execute(make.db);
      return rows.length > 0;
    };
    await expect.poll(isWaiting).toBe(true);
    await make.db.updateTable("outcomes").set({ total_hours: 3 }).execute();
    await first.commit().execute();
    await second;
    expect((await listYears(make.db, id)).map(({ hours }) => hours)).toEqual([3]);
  });

  it("begins with what a site had before, by tasks that the update writes", async () => {
    const open = await openDatabase({ url: await newPostgresDatabase(), dataDir: null });
    try {
      await migrate(open.db, "057-telling");
      make = makeIn(open.db);
      owner = await make.member();
      people = await make.members(7);
      [id, other] = [await communityOf(make, [owner]), await communityOf(make, [owner])];
      await outcomeOf(await eventIn("2025"), people);
      await eventIn("2025", other);
      await migrate(open.db);
      expect(await waiting()).toEqual([id]);
      expect(await settled()).toEqual({ [id]: ["2025: 7 people, 10 h"] });
    } finally {
      await open.close();
    }
  });
});
