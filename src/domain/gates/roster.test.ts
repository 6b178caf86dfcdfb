import { expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { gateIn } from "#test/gate.ts";
import { makeIn } from "#test/make.ts";
import { expectedAt } from "./roster.ts";

it("expectedAt lists the people with a spot and their guests, without the waitlist", async () => {
  const make = makeIn(await testDatabase());
  const { eventId, join } = await gateIn(make);
  await join("Ana Reis", { name: "Sam", under18: false });
  const waiting = await join("Ben Idris", { name: "Chidi", under18: true });
  await make.db
    .updateTable("registrations")
    .set({ status: "waitlisted" })
    .where("member_id", "=", waiting.id)
    .execute();
  expect((await expectedAt(make.db, eventId)).map(({ name }) => name)).toEqual(["Ana Reis", "Sam"]);
});
