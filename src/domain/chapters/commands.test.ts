import { sql, type Transaction } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Schema } from "#db/schema.server.ts";
import { outcomeOf } from "#test/call.ts";
import { chaptersIn, type Made, ruleOf } from "#test/chapters.ts";
import { giveRight } from "#test/community-operations.ts";
import { testDatabase } from "#test/database.ts";
import { attemptsFor, makeIn, type Make } from "#test/make.ts";
import { closeCommunity } from "../communities/founding.ts";
import { listCommunityActions } from "../team-log/queries.ts";
import { actionInWords } from "../team-log/rules.ts";
import { askToBeChapter, endBeingChapter } from "./commands.ts";
import { getLinks } from "./queries.ts";
import { slugIn } from "./rules.ts";

let make: Make;
let uk: Made;
let leeds: Made;
let { owned, ask, answer, end, join, parentOf, shown, set, told } = {} as ReturnType<typeof chaptersIn>;
beforeAll(async () => {
  make = makeIn(await testDatabase());
  ({ owned, ask, answer, end, join, parentOf, shown, set, told } = chaptersIn(make));
});
beforeEach(async () => {
  await make.db.deleteFrom("outbox").execute();
  uk = await owned("Clean Streets UK");
  leeds = await owned("Clean Streets Leeds");
});

/** Tests whether a statement waits for a lock. */
async function isWaiting(tx: Transaction<Schema>): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from pg_locks where not granted) as waits`.execute(tx);
  return rows[0]?.waits ?? false;
}

describe("slugIn", () => {
  it.each([
    ["https://goodturn.example/community/clean-streets?all#news", "clean-streets"],
    ["/community/%E6%B2%B3/edit", "河"],
    [" Clean-Streets ", "clean-streets"],
    ["/community/%E6", "%e6"],
  ])("finds the address in %s", (typed, slug) => {
    expect(slugIn(typed)).toBe(slug);
  });
});

describe("being part of another community", () => {
  it("begins when an owner of the other says yes, and each page names the other", async () => {
    expect(await shown(leeds)).toEqual({ partOf: null, chapters: [], chapterCount: 0 });
    await ask(leeds, uk);
    expect((await shown(leeds)).partOf).toBeNull();
    expect(await told()).toEqual([`${uk.owner.email}: Clean Streets Leeds asks to be part of Clean Streets UK`]);
    expect(await getLinks(make.context(leeds.owner), leeds.id)).toMatchObject({ asked: { _id: uk.id }, partOf: null });
    expect((await getLinks(make.context(uk.owner), uk.id)).requests).toMatchObject([{ _id: leeds.id }]);

    await make.db.deleteFrom("outbox").execute();
    expect(await answer(leeds, uk)).toBe("done");
    expect((await shown(leeds)).partOf).toEqual({ slug: uk.slug, title: uk.title });
    expect(await shown(uk)).toEqual({
      partOf: null,
      chapters: [{ slug: leeds.slug, title: leeds.title }],
      chapterCount: 1,
    });
    expect(await told()).toEqual([`${leeds.owner.email}: Clean Streets Leeds is part of Clean Streets UK now`]);
    expect(await answer(leeds, uk)).toBe("not_found");
    const actionsOf = async ({ id, owner }: Made) =>
      (await listCommunityActions(make.context(owner), id, { limit: 10 })).rows.map(actionInWords);
    expect(await actionsOf(leeds)).toEqual(["Asked to be part of Clean Streets UK"]);
    expect(await actionsOf(uk)).toEqual(["Said yes to Clean Streets Leeds as a chapter"]);
  });

  it("does not begin after a no, which its owners are told", async () => {
    await ask(leeds, uk);
    await make.mails();
    await make.db.deleteFrom("outbox").execute();
    expect(await answer(leeds, uk, false)).toBe("done");
    expect(await parentOf(leeds)).toBeNull();
    expect(await told()).toEqual([`${leeds.owner.email}: About Clean Streets Leeds and Clean Streets UK`]);
    expect((await getLinks(make.context(leeds.owner), leeds.id)).asked).toBeNull();
  });

  it("is for owners alone, on both sides", async () => {
    const organizers = [await make.member(), await make.member()] as const;
    await giveRight(make, leeds.id, organizers[0], "organizer");
    await giveRight(make, uk.id, organizers[1], "organizer");
    const stranger = await make.member();
    for (const by of [organizers[0], stranger, uk.owner]) expect(await outcomeOf(ask(leeds, uk, by))).toBe("not_yours");
    await ask(leeds, uk);
    for (const by of [organizers[1], stranger, leeds.owner])
      expect(await answer(leeds, uk, true, by)).toBe("not_yours");
    await answer(leeds, uk);
    for (const by of [organizers[0], stranger, uk.owner])
      expect(await outcomeOf(endBeingChapter(make.context(by), leeds.id))).toBe("not_yours");
    for (const by of [organizers[1], stranger, leeds.owner]) expect(await end(leeds, uk, by)).toBe("not_yours");
    expect(await parentOf(leeds)).toBe(uk.id);
    // Organizers read it.
    expect((await getLinks(make.context(organizers[1]), uk.id)).chapters).toMatchObject([{ _id: leeds.id }]);
    expect(await outcomeOf(getLinks(make.context(stranger), uk.id))).toBe("not_yours");
  });

  it("is ended by either side at any time, and the other's owners are told", async () => {
    await join(leeds, uk);
    await endBeingChapter(make.context(leeds.owner), leeds.id);
    expect(await parentOf(leeds)).toBeNull();
    expect(await told()).toEqual([
      `${uk.owner.email}: Clean Streets Leeds and Clean Streets UK no longer belong together`,
    ]);
    await join(leeds, uk);
    expect(await end(leeds, uk)).toBe("done");
    expect(await parentOf(leeds)).toBeNull();
    expect(await told()).toEqual([
      `${leeds.owner.email}: Clean Streets UK and Clean Streets Leeds no longer belong together`,
    ]);
    expect(await end(leeds, uk)).toBe("not_found");
  });

  it("can be asked of one other at a time, once, and taken back", async () => {
    const other = await owned("Green Streets");
    await ask(leeds, uk);
    await ask(leeds, uk);
    expect(await told()).toHaveLength(1);
    await ask(leeds, other);
    expect(await answer(leeds, uk)).toBe("not_found");
    await endBeingChapter(make.context(leeds.owner), leeds.id);
    expect(await answer(leeds, other)).toBe("not_found");
  });

  it("asks no community that is unknown, hidden, the same, or whose owner blocks the caller", async () => {
    expect(await ruleOf(askToBeChapter(make.context(leeds.owner), leeds.id, { of: "nowhere" }))).toBe(
      "rule.chapter.of",
    );
    expect(await ruleOf(ask(leeds, leeds))).toBe("rule.chapter.of");
    await set(uk, { hidden_at: new Date() });
    expect(await ruleOf(ask(leeds, uk))).toBe("rule.chapter.of");
    await set(uk, { hidden_at: null });
    const block = { blocker_id: uk.owner.id, blocked_id: leeds.owner.id, blocked_at: new Date() };
    await make.db.insertInto("blocks").values(block).execute();
    expect(await ruleOf(ask(leeds, uk))).toBe("rule.chapter.of");
    await make.db.deleteFrom("blocks").execute();
    await set(leeds, { hidden_at: new Date() });
    expect(await ruleOf(ask(leeds, uk))).toBe("under_review");
    await set(leeds, { hidden_at: null });
    expect(await ruleOf(ask(leeds, uk))).toBe("done");
  });

  it("is limited like other mails to strangers", async () => {
    const { limitAttempts } = attemptsFor(make.db, { outreach: { account: { most: 1, seconds: 86_400 } } });
    const ctx = { ...make.context(leeds.owner), limitAttempts };
    expect(await outcomeOf(askToBeChapter(ctx, leeds.id, { of: uk.slug }))).toBe("done");
    expect(await outcomeOf(askToBeChapter(ctx, leeds.id, { of: uk.slug }))).toBe("too_many_mails");
  });
});

describe("a chapter", () => {
  it("has no chapters, and a community with chapters is none", async () => {
    const york = await owned("Clean Streets York");
    await join(leeds, uk);
    expect(await ruleOf(ask(york, leeds))).toBe("rule.chapter.of_chapter");
    expect(await ruleOf(ask(uk, york))).toBe("rule.chapter.has_chapters");
    expect(await ruleOf(ask(leeds, york))).toBe("rule.chapter.is_chapter");
    expect(await ruleOf(ask(york, uk))).toBe("done");
  });

  it("stays without chapters when an earlier request is answered too late", async () => {
    const york = await owned("Clean Streets York");
    await ask(york, leeds);
    await join(leeds, uk);
    expect(await answer(york, leeds)).toBe("chapter_of_chapter");
    expect(await answer(york, leeds, false)).toBe("done");
    expect(await parentOf(york)).toBeNull();
  });

  it("does not become a parent when three owners say yes at once", async () => {
    for (let times = 0; times < 8; times++) {
      const [one, two, three] = [await owned("One"), await owned("Two"), await owned("Three")];
      await ask(one, two);
      await ask(two, three);
      await ask(three, one);
      const outcomes = await Promise.all([answer(one, two), answer(two, three), answer(three, one)]);
      expect(outcomes.toSorted()).toEqual(["chapter_of_chapter", "chapter_of_chapter", "done"]);
      expect((await Promise.all([one, two, three].map(parentOf))).filter(Boolean)).toHaveLength(1);
    }
  });

  it("is locked with the other in one order, so that no two calls wait for each other", async () => {
    // Ids grow, so one pair has the smaller id as its chapter, and the other pair as its parent.
    for (const [chapter, parent] of [
      [await owned("One"), await owned("Two")],
      [await owned("Three"), await owned("Four")].toReversed(),
    ] as [Made, Made][]) {
      await ask(chapter, parent);
      const [smaller = "", larger = ""] = [chapter.id, parent.id].toSorted();
      const answered = await make.db.transaction().execute(async (tx) => {
        const lock = (id: string) => sql`select from communities where id = ${id} for update nowait`.execute(tx);
        await lock(smaller);
        const answering = answer(chapter, parent);
        // The embedded database starts the call's transaction after this one.
        for (let times = 0; times < 50 && !(await isWaiting(tx)); times++) await sql`select pg_sleep(0.01)`.execute(tx);
        await lock(larger);
        return { answering };
      });
      expect(await answered.answering).toBe("done");
    }
  });

  it("is part of none when its end and the other's closing come at once", async () => {
    for (let times = 0; times < 6; times++) {
      const [parent, ...chapters] = [await owned("P"), await owned("A"), await owned("B")];
      for (const chapter of chapters) await join(chapter, parent);
      const outcomes = await Promise.all([
        outcomeOf(closeCommunity(make.context(parent.owner), parent.id)),
        outcomeOf(endBeingChapter(make.context(chapters[0].owner), chapters[0].id)),
        end(chapters[1], parent),
      ]);
      expect(outcomes.slice(0, 2)).toEqual(["done", "done"]);
      expect(["done", "not_found"]).toContain(outcomes[2]);
      expect(await Promise.all(chapters.map(parentOf))).toEqual([null, null]);
    }
  });
});
