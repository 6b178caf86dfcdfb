import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { makeGateKey, revokeGateKey } from "../gates/commands.ts";
import type { Member } from "../members/shapes.ts";
import { cancelEvent, publishEvent, updateEvent } from "../organizing/commands.ts";
import { addParticipant, addPerson, removeParticipant, removePerson, sendMessage } from "../participants/commands.ts";
import { recordAction } from "./commands.ts";
import { listCommunityActions, listEventActions } from "./queries.ts";
import { actionInWords, entriesMax } from "./rules.ts";

let make: Make;
let organizer: Member;
let eventId: string;
beforeAll(async () => void (make = makeIn(await testDatabase())));
beforeEach(async () => {
  organizer = await make.member({ displayName: "Amina" });
  await make.proven(organizer);
  eventId = await make.event({ organizer });
});

const ctx = (member = organizer) => make.context(member);
const linked = () => ({ ...ctx(), links: make.links });
const all = { limit: 100 };
const inWords = async (id = eventId) => (await listEventActions(ctx(), id, all)).rows.map(actionInWords).toReversed();

describe("the log of an event", () => {
  it("names the parts that a change touched, without their values, and nothing for a change of nothing", async () => {
    await updateEvent(ctx(), eventId, { title: "Trees for the hill", maxParticipant: "30" });
    await updateEvent(ctx(), eventId, { title: "Trees for the hill" });
    expect(await inWords()).toEqual(["Changed the title and the number of spots"]);
    expect(JSON.stringify(await listEventActions(ctx(), eventId, all))).not.toContain("hill");
  });

  it("has publishing and canceling", async () => {
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", eventId).execute();
    await publishEvent(ctx(), eventId);
    await publishEvent(ctx(), eventId);
    await cancelEvent(ctx(), eventId, { reason: "Storm" });
    expect(await inWords()).toEqual(["Published the event", "Canceled the event"]);
  });

  it("has messages by the number of their readers, and people put on the list or taken off it, without names", async () => {
    const [first, second] = [await make.member({ displayName: "Zuleika" }), await make.member()];
    await make.proven(first, second);
    for (const { email } of [first, second]) await addParticipant(ctx(), eventId, { email, reason: "" });
    await sendMessage(ctx(), eventId, { audience: "all", subject: "", text: "Bring gloves." });
    await removeParticipant(ctx(), eventId, first.id, { reason: "" });
    await addPerson(ctx(), eventId, { name: "Xenia", phone: "", under18: false, guardian: "" });
    const { id } = await make.db
      .selectFrom("registrations")
      .where("event_id", "=", eventId)
      .where("member_id", "is", null)
      .select("id")
      .executeTakeFirstOrThrow();
    await removePerson(ctx(), eventId, id);
    const added = "Put a person on the list";
    const removed = "Took a person off the list";
    expect(await inWords()).toEqual([added, added, "Wrote to 2 people", removed, added, removed]);
    expect(JSON.stringify(await listEventActions(ctx(), eventId, all))).not.toMatch(/Zuleika|Xenia|gloves/);
  });

  it("has gate links that are made and ended, an ended one once", async () => {
    const { key } = await makeGateKey(linked(), eventId, { label: "Bea's phone" });
    for (let times = 0; times < 2; times++) await revokeGateKey(ctx(), eventId, key._id);
    expect(await inWords()).toEqual(["Made a gate link: Bea's phone", "Ended a gate link: Bea's phone"]);
  });

  it("has nothing of an action that is refused", async () => {
    await updateEvent(ctx(), eventId, { note: "For nothing" }).catch(() => {});
    expect(await inWords()).toEqual([]);
  });

  it("is for its organizers only, also for those who have a right there", async () => {
    await cancelEvent(ctx(), eventId, { reason: "Storm" });
    const [second, stranger] = [await make.member(), await make.member()];
    const right = { id: newId(), member_id: second.id, event_id: eventId, role: "organizer" as const };
    await make.db
      .insertInto("rights")
      .values({ ...right, given_at: new Date() })
      .execute();
    const seen = await listEventActions(ctx(second), eventId, all);
    expect(seen.rows.map(({ name, isMine }) => ({ name, isMine }))).toEqual([{ name: "Amina", isMine: false }]);
    expect(await outcomeOf(listEventActions(ctx(stranger), eventId, all))).toBe("not_yours");
    expect(await outcomeOf(listEventActions(make.context(), eventId, all))).toBe("sign_in_required");
  });

  it("keeps its last entries, and those of another event stay", async () => {
    const other = await make.event({ organizer });
    await cancelEvent(ctx(), other, { reason: "Storm" });
    const at = { id: eventId, organizer_id: organizer.id, owner_community_id: null };
    for (let number = 1; number <= entriesMax + 3; number++)
      await make.db
        .transaction()
        .execute((tx) => recordAction(tx, at, { action: "messaged", words: String(number) }, ctx()));
    const { total, rows } = await listEventActions(ctx(), eventId, all);
    expect([total, rows[0]?.words]).toEqual([entriesMax, String(entriesMax + 3)]);
    expect(await inWords(other)).toEqual(["Canceled the event"]);
  });

  it("is paged, each entry once", async () => {
    const at = { id: eventId, organizer_id: organizer.id, owner_community_id: null };
    for (let number = 1; number <= 5; number++)
      await make.db
        .transaction()
        .execute((tx) => recordAction(tx, at, { action: "messaged", words: String(number) }, ctx()));
    const found: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await listEventActions(ctx(), eventId, { limit: 2, ...(cursor && { cursor }) });
      found.push(...page.rows.map(({ words }) => words));
      cursor = page.next;
    } while (cursor);
    expect(found).toEqual(["5", "4", "3", "2", "1"]);
  });

  it("names a deleted account's member no more, and says whose rights ended by their present name", async () => {
    const second = await make.member({ displayName: "Rui" });
    const at = { id: eventId, organizer_id: organizer.id, owner_community_id: null };
    await make.db
      .transaction()
      .execute((tx) => recordAction(tx, at, { action: "right_ended", words: second.id }, ctx()));
    await make.db.transaction().execute((tx) => recordAction(tx, at, { action: "accepted" }, ctx(second)));
    expect(await inWords()).toEqual(["Ended the rights of Rui", "Became an organizer"]);
    await make.db.deleteFrom("members").where("id", "=", second.id).execute();
    const { rows } = await listEventActions(ctx(), eventId, all);
    expect(rows.map(({ name }) => name)).toEqual([null, "Amina"]);
    expect(await inWords()).toEqual(["Ended the rights of somebody", "Became an organizer"]);
  });
});

describe("the log of a community", () => {
  it("has what was done at its events, for its organizers only", async () => {
    const community = await make.community();
    const [owner, stranger] = [await make.member(), await make.member()];
    const right = { id: newId(), member_id: owner.id, community_id: community, role: "owner" as const };
    await make.db
      .insertInto("rights")
      .values({ ...right, given_at: new Date() })
      .execute();
    await make.db.updateTable("events").set({ owner_community_id: community }).where("id", "=", eventId).execute();
    await cancelEvent(ctx(owner), eventId, { reason: "Storm" });
    const { rows } = await listCommunityActions(ctx(owner), community, all);
    expect(rows.map(actionInWords)).toEqual(["Canceled the event"]);
    expect(await outcomeOf(listCommunityActions(ctx(stranger), community, all))).toBe("not_yours");
    expect(await outcomeOf(listCommunityActions(ctx(owner), newId(), all))).toBe("not_found");
  });
});
