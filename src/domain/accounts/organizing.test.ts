import { describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn } from "#test/make.ts";
import { giveRight, invited } from "#test/teams.ts";
import { listEventActions } from "../team-log/queries.ts";
import { actionInWords } from "../team-log/rules.ts";
import { deleteAccount } from "./commands.ts";
import { exportAccount } from "./queries.ts";

describe("exportAccount", () => {
  it("has what the member organizes with others, their invitations and what they did, and nothing of others' events", async () => {
    const make = makeIn(await testDatabase());
    const [member, other] = [await make.member(), await make.member()];
    await make.proven(member, other);
    const eventId = await make.event({ organizer: other, title: "Soup for Two Streets" });
    await giveRight(make, { memberId: member.id, eventId });
    await invited(make, member, { eventId }, "ana@foodbank.example");
    const told = await exportAccount(make.context(member));
    const event = { event: "Soup for Two Streets", community: null };
    expect(told.organizing).toMatchObject({
      rights: [{ ...event, role: "organizer", until: null }],
      invited: [{ ...event, email: "ana@foodbank.example" }],
      did: [{ ...event, action: "invited" }],
    });
    expect(told.eventsOrganised.map(({ _id }) => _id)).not.toContain(eventId);
    expect((await exportAccount(make.context(other))).organizing).toEqual({ rights: [], invited: [], did: [] });
  });
});

describe("deleteAccount", () => {
  it("ends a member's rights and invitations, and takes their name and address out of the log; others' stay", async () => {
    const make = makeIn(await testDatabase());
    const [owner, second, third] = [
      await make.member(),
      await make.member({ displayName: "Rui" }),
      await make.member(),
    ];
    await make.proven(owner, second, third);
    const eventId = await make.event({ organizer: owner });
    await invited(make, owner, { eventId }, second.email);
    await giveRight(make, { memberId: second.id, eventId });
    await invited(make, second, { eventId }, "ana@foodbank.example");
    await invited(make, owner, { eventId }, third.email);
    await make.db
      .updateTable("members")
      .set({ deletion_at: new Date(0) })
      .where("id", "=", second.id)
      .execute();
    await deleteAccount(make.context(), second.id);
    const left = async (table: "rights" | "invitations") =>
      (await make.db.selectFrom(table).where("event_id", "=", eventId).selectAll().execute()).length;
    expect([await left("rights"), await left("invitations")]).toEqual([0, 1]);
    const { rows } = await listEventActions(make.context(owner), eventId, { limit: 10 });
    expect(rows.map(actionInWords)).toEqual([
      `Invited ${third.email}`,
      "Invited ana@foodbank.example",
      "Invited somebody",
    ]);
    expect(rows.map(({ name }) => name)).toEqual([owner.displayName, null, owner.displayName]);
  });
});
