import { beforeEach, describe, expect, it } from "vitest";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { confirmSubscription, subscribe } from "../subscribers/commands.ts";
import { follow } from "./commands.ts";
import type { FollowInput } from "./shapes.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

describe("follow", () => {
  it("accepts only public targets: no draft, and no organizer without a public event", async () => {
    const [reader, organizer, beginner] = [await make.member(), await make.member(), await make.member()];
    await make.proven(reader);
    const follows = (about: "organizer" | "event", id: string) =>
      outcomeOf(follow(make.context(reader), { about, id }));
    const event = await make.event({ organizer });
    const draft = await make.event({ organizer: beginner });
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
    expect([await follows("event", event), await follows("event", draft)]).toEqual(["done", "not_found"]);
    expect(await follows("organizer", organizer.id)).toBe("done");
    expect(await follows("organizer", beginner.id)).toBe("not_found");
    expect(await follows("organizer", reader.id)).toBe("not_found");
  });
});

const on = (day: number) => new Date(`2030-05-0${day}T08:00:00Z`);
const kept = async () => {
  const rows = await make.db.selectFrom("follows").select(["filter", "confirmed_at"]).orderBy("filter").execute();
  return rows.map(({ filter, confirmed_at }) => [filter, confirmed_at]);
};
const mails = async (now: Date) => (await make.mails(now)).length;

describe("asking to follow", () => {
  const email = "zoe@example.org";
  const ask = (filter: string, now: Date) =>
    subscribe(make.context(undefined, now), { email, follow: { about: "filter", filter } satisfies FollowInput });
  const confirm = (now: Date) => confirmSubscription(make.context(undefined, now), email);

  it("deletes unconfirmed requests after a day, and never confirmed ones", async () => {
    await ask("category=food", on(1));
    await confirm(on(1));
    await ask("search=old", on(2));
    await ask("search=new", on(3));
    expect(await kept()).toEqual([
      ["category=food", on(1)],
      ["search=new", null],
    ]);
    await ask("search=newer", new Date(on(4).getTime() - 1));
    expect((await kept()).map(([filter]) => filter)).toEqual(["category=food", "search=new", "search=newer"]);
  });

  it("sends no mail if the reader has confirmed everything", async () => {
    await ask("category=food", on(1));
    expect(await mails(on(1))).toBe(1);
    await confirm(on(1));
    await ask("category=food", on(2));
    expect(await mails(on(2))).toBe(0);
  });

  it("holds at most five unconfirmed requests at a time, besides any number of confirmed ones", async () => {
    for (const word of ["one", "two", "three", "four", "five"]) await ask(`search=${word}`, on(1));
    await ask("search=six", on(1));
    await confirm(on(1));
    await ask("search=seven", on(1));
    expect((await kept()).map(([filter, confirmed_at]) => [filter, confirmed_at !== null])).toEqual([
      ["search=five", true],
      ["search=four", true],
      ["search=one", true],
      ["search=seven", false],
      ["search=three", true],
      ["search=two", true],
    ]);
  });

  it("confirms the open requests, and leaves earlier confirmations unchanged", async () => {
    await ask("category=food", on(1));
    await confirm(on(1));
    await ask("search=new", on(2));
    await confirm(on(3));
    expect(await kept()).toEqual([
      ["category=food", on(1)],
      ["search=new", on(3)],
    ]);
  });
});
