import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { setLinkedTiming } from "../follows/commands.ts";
import { getLinkedFollowing } from "../follows/queries.ts";
import { confirmSubscription, endSubscription, moveSubscription, subscribe } from "./commands.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

/** Subscribes an address at a time. @returns the recipients of the mails due then */
const mailed = async (email: string, time: string) => {
  const now = new Date(time);
  await subscribe(make.context(undefined, now), { email });
  return (await make.mails(now)).map(({ to }) => to);
};

describe("subscribe", () => {
  it("mails the link at most once a day to each unconfirmed address", async () => {
    const amina = "amina@example.org";
    expect(await mailed(amina, "2026-11-21T00:00:00Z")).toEqual([amina]);
    expect(await mailed(amina, "2026-11-21T08:00:00Z")).toEqual([]);
    expect(await mailed("zoe@example.org", "2026-11-21T12:00:00Z")).toEqual(["zoe@example.org"]);
    expect(await mailed(amina, "2026-11-21T23:59:59Z")).toEqual([]);
    expect(await mailed(amina, "2026-11-22T00:00:00Z")).toEqual([amina]);
  });
});

describe("confirmSubscription", () => {
  const zoe = "zoe@example.org";
  const now = new Date("2026-11-21T08:00:00Z");
  /** Subscribes and confirms. @returns the pace of the mails from then on, and the day */
  async function follows(filter?: string) {
    await subscribe(make.context(undefined, now), {
      email: zoe,
      ...(filter && { follow: { about: "filter", filter } }),
    });
    await confirmSubscription(make.context(undefined, now), zoe);
    return paceOf(now);
  }
  const paceOf = async (at: Date) => {
    const { pace, weekday } = await getLinkedFollowing(make.context(undefined, at), zoe);
    return [pace, weekday];
  };

  it("of the first follow beside the newsletter makes its mails weekly", async () => {
    expect(await follows()).toEqual(["monthly", 4]);
    expect(await follows("category=food")).toEqual(["weekly", 4]);
  });

  it("of a follow that ends on a day makes them daily, because it may be over before the weekly mail", async () => {
    const days = "from=2026-11-28&to=2026-11-29";
    expect(await follows(days)).toEqual(["daily", 4]);
    expect(await follows("category=food")).toEqual(["daily", 4]);
    await endSubscription(make.context(undefined, now), zoe);
    expect(await follows("from=2026-11-28")).toEqual(["weekly", 4]);
    expect(await follows(days)).toEqual(["weekly", 4]);
    await endSubscription(make.context(undefined, now), zoe);
    expect(await follows()).toEqual(["monthly", 4]);
    expect(await follows(days)).toEqual(["daily", 4]);
  });

  it("of the newsletter keeps them monthly, also when it is requested as a filter that matches everything", async () => {
    const everything = { email: zoe, follow: { about: "filter", filter: "" } } as const;
    await subscribe(make.context(undefined, now), everything);
    await confirmSubscription(make.context(undefined, now), zoe);
    expect(await paceOf(now)).toEqual(["monthly", 4]);
  });

  it("changes nothing before the confirmation, nor for readers who have chosen a pace since", async () => {
    await follows();
    await subscribe(make.context(undefined, now), { email: zoe, follow: { about: "filter", filter: "category=food" } });
    expect(await paceOf(now)).toEqual(["monthly", 4]);
    await confirmSubscription(make.context(undefined, now), zoe);
    const timing = { pace: "monthly", weekday: 1, hour: 8, timeZone: "UTC" } as const;
    await setLinkedTiming(make.context(undefined, now), zoe, timing);
    expect(await follows("search=soup")).toEqual(["monthly", 1]);
  });
});

const addresses = async () =>
  (await make.db.selectFrom("subscribers").select("email").orderBy("email").execute()).map(({ email }) => email);
const moved = async (id: string) => {
  await make.db.transaction().execute((tx) => moveSubscription(tx, id, "new@example.org"));
  return addresses();
};

describe("moveSubscription", () => {
  const now = new Date("2026-11-21T08:00:00Z");

  it("moves the follows of a member with a confirmed address, and no others", async () => {
    const [member, stranger] = [await make.member(), await make.member()];
    await make.proven(member, stranger);
    for (const { email } of [member, stranger]) await subscribe(make.context(undefined, now), { email });
    expect(await moved(member.id)).toEqual([stranger.email, "new@example.org"]);
  });

  it("leaves the follows of an address that the member has not confirmed", async () => {
    const member = await make.member();
    await subscribe(make.context(undefined, now), { email: member.email });
    expect(await moved(member.id)).toEqual([member.email]);
  });

  it("leaves the follows if the new address follows something already", async () => {
    const member = await make.member();
    await make.proven(member);
    for (const email of [member.email, "new@example.org"]) await subscribe(make.context(undefined, now), { email });
    expect(await moved(member.id)).toEqual([member.email, "new@example.org"]);
  });
});
