import { beforeAll, describe, expect, it } from "vitest";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import type { Context } from "../context.ts";
import { lockedFor, lockedShownFor } from "../events/locking.ts";
import type { Member } from "../members/shapes.ts";
import { mayOrganize, requireRight } from "./queries.ts";
import { rights } from "./rules.ts";

let make: Make;
let organizer: Member;
let stranger: Context;

beforeAll(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member();
  stranger = make.context(await make.member());
});

const [shown, draft, hidden] = [{}, { is_draft: true }, { is_draft: true, review: "hidden" as const }];

async function eventWith(values: typeof shown | typeof draft | typeof hidden): Promise<string> {
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

describe("mayOrganize", () => {
  it("is true for the owner with every right, and false for another member and for visitors", async () => {
    const event = { organizer_id: organizer.id };
    const allowed = (ctx: Context) => rights.filter((right) => mayOrganize(ctx, event, right));
    expect(allowed(make.context(organizer))).toEqual(rights);
    expect([...allowed(stranger), ...allowed(make.context())]).toEqual([]);
  });
});

describe("requireRight and lockedFor", () => {
  it("let the owner read and lock an event, and reach people only while it is not hidden", async () => {
    const owner = make.context(organizer);
    for (const values of [shown, draft]) expect(await asked(owner, await eventWith(values))).toEqual(allThree("done"));
    expect(await asked(owner, await eventWith(hidden))).toEqual(["done", "done", "under_review"]);
  });

  it("refuse other members, for whom a draft does not exist, but a public or hidden event does", async () => {
    expect(await asked(stranger, await eventWith(shown))).toEqual(allThree("not_yours"));
    expect(await asked(stranger, await eventWith(hidden))).toEqual(allThree("not_yours"));
    expect(await asked(stranger, await eventWith(draft))).toEqual(allThree("not_found"));
    expect(await asked(stranger, "nothing")).toEqual(allThree("not_found"));
  });

  it("tell visitors to sign in, also about an event that does not exist", async () => {
    for (const id of [await eventWith(shown), "nothing"])
      expect(await outcomeOf(requireRight(make.context(), id, "people"))).toBe("sign_in_required");
  });
});

const allThree = (outcome: string) => [outcome, outcome, outcome];
