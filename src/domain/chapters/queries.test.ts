import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { outcomeOf } from "#test/call.ts";
import { chaptersIn, type Made } from "#test/chapters.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { closeCommunity } from "../communities/founding.ts";
import { endBeingChapter } from "./commands.ts";
import { getLinks, hasLinks } from "./queries.ts";

let make: Make;
let uk: Made;
let leeds: Made;
let { owned, ask, answer, join, parentOf, shown, set, told } = {} as ReturnType<typeof chaptersIn>;
beforeAll(async () => {
  make = makeIn(await testDatabase());
  ({ owned, ask, answer, join, parentOf, shown, set, told } = chaptersIn(make));
});
beforeEach(async () => {
  await make.db.deleteFrom("outbox").execute();
  uk = await owned("Clean Streets UK");
  leeds = await owned("Clean Streets Leeds");
});

describe("listShownLinks", () => {
  it("names hidden and unlisted communities on no page but their own", async () => {
    await join(leeds, uk);
    for (const values of [{ hidden_at: new Date() }, { is_unlisted: true }]) {
      const clear = { hidden_at: null, is_unlisted: false };
      await set(leeds, values);
      expect(await shown(uk)).toEqual({ partOf: null, chapters: [], chapterCount: 0 });
      expect((await shown(leeds)).partOf?.title).toBe(uk.title);
      await set(leeds, clear);
      await set(uk, values);
      expect((await shown(leeds)).partOf).toBeNull();
      expect((await shown(uk)).chapterCount).toBe(1);
      await set(uk, clear);
    }
    expect((await shown(leeds)).partOf?.title).toBe(uk.title);
  });

  it("lists ten chapters by name, and all of them if asked to", async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) => owned(`C ${String(index).padStart(2, "0")}`)),
    );
    for (const chapter of made.toReversed()) await set(chapter, { part_of: uk.id });
    const { chapters, chapterCount } = await shown(uk);
    expect([chapters.length, chapterCount]).toEqual([10, 12]);
    expect(chapters.map(({ title }) => title)).toEqual(made.slice(0, 10).map(({ title }) => title));
    expect((await shown(uk, true)).chapters).toHaveLength(12);
  });
});

describe("hasLinks", () => {
  it("is true for both communities, also while hosts hide the other one, until they end it", async () => {
    const linked = () => Promise.all([leeds, uk].map(({ id }) => hasLinks(make.context(), id)));
    expect(await linked()).toEqual([false, false]);
    await join(leeds, uk);
    await set(uk, { hidden_at: new Date() });
    expect(await linked()).toEqual([true, true]);
    await endBeingChapter(make.context(leeds.owner), leeds.id);
    expect(await linked()).toEqual([false, false]);
  });
});

describe("getLinks", () => {
  it("names no hidden community, and keeps its request until hosts show it again", async () => {
    const york = await owned("Clean Streets York");
    await join(leeds, uk);
    await ask(york, uk);
    await make.db.deleteFrom("outbox").execute();
    for (const one of [leeds, york]) await set(one, { hidden_at: new Date() });
    const links = await getLinks(make.context(uk.owner), uk.id);
    expect([links.chapters, links.requests]).toEqual([[{ _id: leeds.id, slug: leeds.slug, title: null }], []]);
    expect(await answer(york, uk)).toBe("not_found");
    await set(york, { hidden_at: null });
    expect(await answer(york, uk)).toBe("done");
    // Either side ends it, hidden or not; a hidden community is not named in a mail.
    await make.db.deleteFrom("outbox").execute();
    await endBeingChapter(make.context(leeds.owner), leeds.id);
    expect(await told()).toEqual([]);
  });
});

describe("closing a community", () => {
  it("ends what links it with others, whose owners are told", async () => {
    const york = await owned("Clean Streets York");
    await join(leeds, uk);
    await ask(york, uk);
    await make.db.deleteFrom("outbox").execute();
    await closeCommunity(make.context(uk.owner), uk.id);
    expect([await parentOf(leeds), await parentOf(york)]).toEqual([null, null]);
    expect((await getLinks(make.context(york.owner), york.id)).asked).toBeNull();
    const mails = await make.mails();
    expect(mails.map(({ to }) => to)).toEqual([leeds.owner.email]);
    expect(mails[0]?.text).toContain("Clean Streets UK is closed");
  });

  it("tells the owners of the community that it was part of, and not if hosts hide it", async () => {
    await join(leeds, uk);
    await closeCommunity(make.context(leeds.owner), leeds.id);
    expect((await make.mails()).map(({ to }) => to)).toEqual([uk.owner.email]);
    await make.db.deleteFrom("outbox").execute();
    const york = await owned("Clean Streets York");
    await join(york, uk);
    await set(york, { hidden_at: new Date() });
    await closeCommunity(make.context(york.owner), york.id);
    expect(await make.mails()).toEqual([]);
    expect(await outcomeOf(getLinks(make.context(uk.owner), newId()))).toBe("not_found");
  });
});
