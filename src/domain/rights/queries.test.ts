import type { Insertable, Updateable } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { newId, type Schema } from "#db/schema.server.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import type { Context } from "../context.ts";
import { lockedFor, lockedShownFor } from "../events/locking.ts";
import type { Member } from "../members/shapes.ts";
import { isOrganizedBy, mayOrganize, mayRun, requireRight } from "./queries.ts";
import { type Right, rights } from "./rules.ts";

let make: Make;
let organizer: Member;
let stranger: Member;

beforeAll(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
  stranger = await make.member();
});

const [shown, draft, hidden] = [{}, { is_draft: true }, { is_draft: true, review: "hidden" as const }];

async function eventWith(values: Partial<Updateable<Schema["events"]>>): Promise<string> {
  const id = await make.event({ organizer });
  await make.db
    .updateTable("events")
    .set({ updated_at: new Date(), ...values })
    .where("id", "=", id)
    .execute();
  return id;
}

/** The results of all ways to ask for a right at an event: reading, locking, and locking it unless it is hidden. */
async function asked(ctx: Context, id: string) {
  const locking = (lock: typeof lockedFor) =>
    outcomeOf(ctx.db.transaction().execute((tx) => lock(tx, ctx, id, "people")));
  return [await outcomeOf(requireRight(ctx, id, "people")), await locking(lockedFor), await locking(lockedShownFor)];
}

/** Gives a member a right, which another may have ended before. */
async function give(member: Member, values: Partial<Insertable<Schema["rights"]>>): Promise<void> {
  const right = { id: newId(), member_id: member.id, role: "organizer" as const, given_at: new Date(), ...values };
  await make.db.insertInto("rights").values(right).execute();
}

/** The rights of a member at an event. */
async function rightsAt(member: Member | undefined, id: string): Promise<Right[]> {
  const event = await make.db.selectFrom("events").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const allowed: Right[] = [];
  for (const right of rights) if (await mayOrganize(make.db, make.context(member), event, right)) allowed.push(right);
  return allowed;
}

/** The events among some that lists have as a member's own. */
async function listedOf(member: Member, ids: string[]): Promise<string[]> {
  const rows = await make.db
    .selectFrom("events")
    .where("id", "in", ids)
    .where(isOrganizedBy(member.id, new Date()))
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

const shared = rights.filter((right) => !["delete", "hand_over", "let_go", "link"].includes(right));
const hour = 3_600_000;

describe("mayOrganize", () => {
  it("is true for the owner with every right, and false for another member and for visitors", async () => {
    const id = await eventWith(shown);
    expect(await rightsAt(organizer, id)).toEqual(rights);
    expect(await rightsAt(stranger, id)).toEqual([]);
    expect(await rightsAt(undefined, id)).toEqual([]);
    expect(await listedOf(organizer, [id])).toEqual([id]);
    expect(await listedOf(stranger, [id])).toEqual([]);
  });

  it("gives organizers of one event all rights there but the owner's, and none at another of the same owner", async () => {
    const [id, other] = [await eventWith(shown), await eventWith(shown)];
    const second = await make.member();
    await give(second, { event_id: id });
    expect(await rightsAt(second, id)).toEqual(shared);
    expect(await rightsAt(second, other)).toEqual([]);
    expect(await listedOf(second, [id, other])).toEqual([id]);
    expect(await rightsAt(organizer, id)).toEqual(rights);
  });

  it("counts a right until its end, and no longer", async () => {
    const id = await eventWith(shown);
    const [open, later, ended] = [await make.member(), await make.member(), await make.member()];
    await give(open, { event_id: id });
    await give(later, { event_id: id, until: new Date(Date.now() + hour) });
    await give(ended, { event_id: id, until: new Date(Date.now() - hour) });
    expect([await rightsAt(open, id), await rightsAt(later, id), await rightsAt(ended, id)]).toEqual([
      shared,
      shared,
      [],
    ]);
    expect([await listedOf(later, [id]), await listedOf(ended, [id])]).toEqual([[id], []]);
  });

  it("gives a community's event to its owners and organizers, and not to a member who only made it", async () => {
    const [community, another] = [await make.community(), await make.community()];
    const id = await eventWith({ owner_community_id: community });
    const [owner, second, neighbor] = [await make.member(), await make.member(), await make.member()];
    await give(owner, { community_id: community, role: "owner" });
    await give(second, { community_id: community });
    await give(neighbor, { community_id: another, role: "owner" });
    expect([await rightsAt(owner, id), await rightsAt(second, id)]).toEqual([rights, shared]);
    expect([await rightsAt(neighbor, id), await rightsAt(organizer, id)]).toEqual([[], []]);
    expect([await listedOf(second, [id]), await listedOf(organizer, [id])]).toEqual([[id], []]);
    // The member who made it can still have a right at this event alone.
    await give(organizer, { event_id: id });
    expect([await rightsAt(organizer, id), await listedOf(organizer, [id])]).toEqual([shared, [id]]);
  });
});

describe("mayRun", () => {
  it("asks for a right at the community itself, which an event's organizer has not", async () => {
    const [community, another] = [await make.community(), await make.community()];
    const id = await eventWith({ owner_community_id: community });
    const [owner, second, ofEvent] = [await make.member(), await make.member(), await make.member()];
    await give(owner, { community_id: community, role: "owner" });
    await give(second, { community_id: community });
    await give(ofEvent, { event_id: id });
    const may = (member: Member | undefined, right: Right, at = community) =>
      mayRun(make.db, make.context(member), at, right);
    expect([await may(owner, "delete"), await may(owner, "edit"), await may(owner, "edit", another)]).toEqual([
      true,
      true,
      false,
    ]);
    expect([await may(second, "delete"), await may(second, "edit")]).toEqual([false, true]);
    expect([await may(ofEvent, "edit"), await may(undefined, "edit")]).toEqual([false, false]);
  });
});

describe("requireRight and lockedFor", () => {
  it("let the owner read and lock an event, and reach people only while it is not hidden", async () => {
    const owner = make.context(organizer);
    for (const values of [shown, draft]) expect(await asked(owner, await eventWith(values))).toEqual(allThree("done"));
    expect(await asked(owner, await eventWith(hidden))).toEqual(["done", "done", "under_review"]);
  });

  it("refuse other members, for whom a draft does not exist, but a public or hidden event does", async () => {
    expect(await asked(make.context(stranger), await eventWith(shown))).toEqual(allThree("not_yours"));
    expect(await asked(make.context(stranger), await eventWith(hidden))).toEqual(allThree("not_yours"));
    expect(await asked(make.context(stranger), await eventWith(draft))).toEqual(allThree("not_found"));
    expect(await asked(make.context(stranger), "nothing")).toEqual(allThree("not_found"));
  });

  it("tell visitors to sign in, also about an event that does not exist", async () => {
    for (const id of [await eventWith(shown), "nothing"])
      expect(await outcomeOf(requireRight(make.context(), id, "people"))).toBe("sign_in_required");
  });
});

const allThree = (outcome: string) => [outcome, outcome, outcome];
