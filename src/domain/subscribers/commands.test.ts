import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { subscribe } from "./commands.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

/** Asks for the newsletter at a time. @returns whom mails go to then */
const mailed = async (email: string, time: string) => {
  const now = new Date(time);
  await subscribe(make.context(undefined, now), { email });
  return (await make.mails(now)).map(({ to }) => to);
};

describe("subscribe", () => {
  it("mails the link once a day to an address that has not confirmed, and to each address its own", async () => {
    const amina = "amina@example.org";
    expect(await mailed(amina, "2026-11-21T00:00:00Z")).toEqual([amina]);
    expect(await mailed(amina, "2026-11-21T08:00:00Z")).toEqual([]);
    expect(await mailed("zoe@example.org", "2026-11-21T12:00:00Z")).toEqual(["zoe@example.org"]);
    expect(await mailed(amina, "2026-11-21T23:59:59Z")).toEqual([]);
    expect(await mailed(amina, "2026-11-22T00:00:00Z")).toEqual([amina]);
  });
});
