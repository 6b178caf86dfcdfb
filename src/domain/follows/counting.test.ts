import { expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn } from "#test/make.ts";
import { notePublished } from "../events/publishing.ts";
import { follow } from "./commands.ts";
import { sweepFollows } from "./telling.ts";

/** Dates are in May 2030; its ninth is a Thursday, when news goes out. */
const at = (time: string) => new Date(`2030-05-${time}:00Z`);
const thursday = at("09T17:00");

it("counts each address that is told of an event once, for any number of follows, and not again with its mail", async () => {
  const make = makeIn(await testDatabase());
  const [organizer, ana, ben, cleo] = await make.members(4);
  await make.proven(organizer!, ana!, ben!, cleo!);
  await make.event({ organizer: organizer!, eventDate: at("01T08:00") });
  const ofOrganizer = { about: "organizer", id: organizer!.id } as const;
  const follows = (who: typeof ana, input: Parameters<typeof follow>[1]) =>
    follow(make.context(who, at("05T08:00")), input);
  for (const who of [ana, ben]) await follows(who, ofOrganizer);
  await follows(ana, { about: "filter", filter: "category=food" });
  await follows(cleo, { about: "filter", filter: "category=cleanup" });
  const told = await make.event({ organizer: organizer!, eventType: "food", eventDate: at("28T08:00") });
  await notePublished(make.db, [told], at("06T08:00"));
  const counted = async () => {
    const mails = await make.mails(thursday, undefined, sweepFollows);
    return [mails.length, await make.db.selectFrom("event_tellings").selectAll().execute()];
  };
  const both = [{ event_id: told, addresses: 2 }];
  expect(await counted()).toEqual([2, both]);

  const again = { done_at: null, run_at: thursday, attempts: 1 };
  const payload = JSON.stringify({ email: ana!.email, after: 0, until: 1_000_000 });
  await make.db
    .updateTable("outbox")
    .set({ ...again, payload })
    .where("kind", "=", "follow_news")
    .execute();
  expect(await counted()).toEqual([2, both]);
});
