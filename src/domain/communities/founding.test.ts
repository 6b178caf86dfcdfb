import { newId } from "#db/schema.server.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { giveRight, makeMembership } from "#test/community-operations.ts";
import { testDatabase } from "#test/database.ts";
import { asHost } from "#test/host.ts";
import { makeIn, type Make } from "#test/make.ts";
import { hostedBy } from "../hosting/access.ts";
import type { Member } from "../members/shapes.ts";
import { setListedWords } from "../reports/commands.ts";
import { decideReview } from "../reports/deciding.ts";
import { listOwnReviews, listReviews } from "../reports/queries.ts";
import { ListedWordsInput } from "../reports/shapes.ts";
import { closeCommunity, foundCommunity, updateCommunity } from "./founding.ts";
import { getCommunityPage } from "./page.ts";
import { listCommunities } from "./queries.ts";
import { ownedMax, slugOf } from "./rules.ts";
import { CommunityInput } from "./shapes.ts";

let make: Make;
let founder: Member;
let host: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  [founder, host] = (await make.members(2)) as [Member, Member];
  await make.proven(founder);
});

const input = (more: object = {}) =>
  CommunityInput.parse({ title: "Clean Streets", description: "Twice a month we fill a van.", ...more });
const found = (more: object = {}, looksFirst = false, by = founder) =>
  foundCommunity({ ...make.context(by), looksFirst }, input(more));
const listed = async () => (await listCommunities(make.context())).rows.map(({ title }) => title);
const decide = async (decision: "restore" | "delete") => {
  const { rows } = await listReviews(asHost(make, host), { state: "open", limit: 100 });
  await decideReview(hostedBy(asHost(make, host)), rows[0]?._id ?? "", { decision, reason: "Seen." });
};
const told = async () => (await make.mails()).map(({ to, subject }) => `${to}: ${subject}`);

describe("slugOf", () => {
  it.each([
    ["Clean Streets Leeds", "clean-streets-leeds"],
    ["  Köln & Café!  ", "koln-cafe"],
    ["ঢাকা সবুজ", "ঢাকা-সবুজ"],
    ["河川を守る会", "河川を守る会"],
    ["New", "new-1"],
    ["!!!", "community-1"],
  ])("makes an address of %s", (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it("cuts a long name, and never half of a letter", () => {
    expect(slugOf("a".repeat(100))).toBe("a".repeat(60));
    expect(slugOf(`${"a".repeat(59)}𐐀`).isWellFormed()).toBe(true);
  });
});

describe("foundCommunity", () => {
  it("makes the caller owner and first member, with their own confirmed address", async () => {
    const { slug, insertedId, status } = await found();
    expect([slug, status]).toEqual(["clean-streets", "active"]);
    expect((await getCommunityPage(make.context(), slug)).community).toMatchObject({ _id: insertedId, member: 1 });
    const right = await make.db.selectFrom("rights").select(["member_id", "role"]).executeTakeFirst();
    expect(right).toEqual({ member_id: founder.id, role: "owner" });
    const row = await make.db.selectFrom("communities").select("contact_email").executeTakeFirst();
    expect(row).toEqual({ contact_email: founder.email });
    expect(make.announced).toEqual([insertedId, "communities"]);
  });

  it("does not take an address that nobody has confirmed", async () => {
    await found({}, false, host);
    const row = await make.db.selectFrom("communities").select("contact_email").executeTakeFirst();
    expect(row).toEqual({ contact_email: null });
  });

  it("gives communities of the same name different addresses, also those that are made at once", async () => {
    const owners = await make.members(8);
    const made = await Promise.all(owners.map((owner) => found({}, false, owner)));
    const numbers = [2, 3, 4, 5, 6, 7, 8].map((number) => `clean-streets-${number}`);
    expect(made.map(({ slug }) => slug).toSorted()).toEqual(["clean-streets", ...numbers]);
  });

  it("lets a member own five at the same time, also when they are made at once", async () => {
    const made = await Promise.allSettled(Array.from({ length: ownedMax + 2 }, () => found()));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(ownedMax);
    const { community_id } = await make.db.selectFrom("rights").select("community_id").executeTakeFirstOrThrow();
    await closeCommunity(make.context(founder), community_id ?? "");
    expect((await found()).status).toBe("active");
    await expect(found()).rejects.toMatchObject({ code: "communities_full" });
  });

  it("refuses a picture in a private network, and takes one on the web", async () => {
    await expect(found({ image: "http://192.168.1.7/a.jpg" })).rejects.toMatchObject({ code: "invalid" });
    expect((await found({ image: "https://example.org/a.jpg" })).status).toBe("active");
  });
});

describe("a member's first community", () => {
  it("waits for a host on a site that looks first, and is public after an approval", async () => {
    const { status, slug } = await found({}, true);
    expect([status, await listed(), make.announced]).toEqual(["unapproved", [], []]);
    await expect(getCommunityPage(make.context(), slug)).rejects.toMatchObject({ code: "not_found" });
    expect(await listOwnReviews(make.context(founder))).toMatchObject([{ about: "community", cause: "first" }]);
    expect(await listOwnReviews(make.context(host))).toEqual([]);
    expect(await told()).toEqual(["team@goodturn.example: Waiting for your approval: Clean Streets"]);
    await decide("restore");
    expect(await listed()).toEqual(["Clean Streets"]);
    expect(await told()).toEqual([expect.stringContaining(founder.email)]);
    expect((await found({ title: "Second" }, true)).status).toBe("active");
  });

  it("is deleted by a refusal, and its founder is told", async () => {
    await found({}, true);
    await make.mails();
    await decide("delete");
    expect(await make.db.selectFrom("communities").selectAll().execute()).toEqual([]);
    expect(await told()).toEqual([expect.stringContaining(founder.email)]);
  });
});

describe("listed words", () => {
  beforeEach(() =>
    setListedWords(asHost(make, host), ListedWordsInput.parse({ words: ["moneygram", "casino"], reason: "Fraud." })),
  );

  it("hold a new community back, and hide one to which they are added", async () => {
    expect((await found({ description: "Pay by MoneyGram." })).status).toBe("unapproved");
    const { insertedId: id } = await found({ title: "River Keepers" });
    const held = await updateCommunity(make.context(founder), id, { description: "Pay by MoneyGram." });
    expect([held.status, await listed()]).toEqual(["under_review", []]);
    const again = await updateCommunity(make.context(founder), id, { description: "Win at the casino." });
    expect([again.status, (await listOwnReviews(make.context(founder))).length]).toEqual([undefined, 2]);
    const other = await found({ title: "Night Kitchen" });
    const changed = await updateCommunity(make.context(founder), other.insertedId, { description: "Soup." });
    expect([changed.status, await listed()]).toEqual([undefined, ["Night Kitchen"]]);
  });
});

describe("updateCommunity", () => {
  it("changes what is named, keeps the address, and takes an unlisted one out of the list alone", async () => {
    const { insertedId: id, slug } = await found();
    await updateCommunity(make.context(founder), id, { title: "Cleaner Streets" });
    const { community } = await getCommunityPage(make.context(), slug);
    expect([community.title, community.description]).toEqual(["Cleaner Streets", "Twice a month we fill a van."]);
    expect(await listed()).toEqual(["Cleaner Streets"]);
    await updateCommunity(make.context(founder), id, { isUnlisted: true });
    expect([await listed(), (await getCommunityPage(make.context(), slug)).community.isUnlisted]).toEqual([[], true]);
  });
});

describe("closeCommunity", () => {
  it("lets only the owner close it; its events stay with who made them", async () => {
    const { insertedId: id } = await found();
    const organizer = await make.member();
    await giveRight(make, id, organizer, "organizer");
    await makeMembership(make, id, organizer);
    const event = await make.event({ organizer });
    await make.db.updateTable("events").set({ owner_community_id: id }).where("id", "=", event).execute();
    await expect(closeCommunity(make.context(organizer), id)).rejects.toMatchObject({ code: "not_yours" });
    make.announced.length = 0;
    await closeCommunity(make.context(founder), id);
    const left = await make.db.selectFrom("events").select(["organizer_id", "owner_community_id"]).execute();
    expect(left).toEqual([{ organizer_id: organizer.id, owner_community_id: null }]);
    expect(await make.db.selectFrom("memberships").selectAll().execute()).toEqual([]);
    expect(make.announced).toEqual([id, "communities", event]);
  });

  it.each(["its owner", "a host"])(
    "ends the gate keys of organizers who lose its events when %s ends it, and no others",
    async (by) => {
      const { insertedId: id } = await found({}, by === "a host");
      const [keeper, former] = (await make.members(2)) as [Member, Member];
      for (const one of [keeper, former]) await giveRight(make, id, one, "organizer");
      const [event, another] = [await make.event({ organizer: keeper }), await make.event({ organizer: former })];
      await make.db.updateTable("events").set({ owner_community_id: id }).where("id", "=", event).execute();
      for (const [label, event_id, maker] of [
        ["kept", event, keeper],
        ["ended", event, former],
        ["elsewhere", another, former],
      ] as const) {
        const key = { id: newId(), event_id, label, created_by: maker.id };
        await make.db.insertInto("gate_keys").values(key).execute();
      }
      await (by === "a host" ? decide("delete") : closeCommunity(make.context(founder), id));
      const open = await make.db.selectFrom("gate_keys").select("label").where("revoked_at", "is", null).execute();
      expect(open.map(({ label }) => label).toSorted()).toEqual(["elsewhere", "kept"]);
    },
  );
});
