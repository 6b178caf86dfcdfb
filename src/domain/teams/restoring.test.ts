import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { giveRight, invited } from "#test/teams.ts";
import { makeGateKey } from "../gates/commands.ts";
import type { Member } from "../members/shapes.ts";
import { roleIn, roleAt } from "../rights/queries.ts";
import { listEventActions } from "../team-log/queries.ts";
import { actionInWords } from "../team-log/rules.ts";
import { endOrganizing } from "./commands.ts";
import { acceptInvitation } from "./inviting.ts";
import { restoreOrganizing } from "./restoring.ts";
import { undoWithin } from "./rules.ts";

let make: Make;
let owner: Member;
let second: Member;
let eventId: string;
beforeAll(async () => void (make = makeIn(await testDatabase())));
beforeEach(async () => {
  await make.db.deleteFrom("outbox").execute();
  owner = await make.member({ displayName: "Maya" });
  second = await make.member({ displayName: "Rui" });
  await make.proven(owner, second);
  eventId = await make.event({ organizer: owner });
  await giveRight(make, { memberId: second.id, eventId });
});

const ctx = (member: Member, now = new Date()) => ({ ...make.context(member, now), links: make.links });
const letGo = (by: Member, who: Member) => endOrganizing(ctx(by), { eventId }, who.id);
const restore = (by: Member, who: Member, now = new Date()) =>
  outcomeOf(restoreOrganizing(ctx(by, now), { eventId }, who.id));
async function roleOf({ id }: Member) {
  const event = await make.db.selectFrom("events").selectAll().where("id", "=", eventId).executeTakeFirstOrThrow();
  return roleAt(make.db, event, id, new Date());
}
const later = (milliseconds: number) => new Date(Date.now() + milliseconds);

describe("restoreOrganizing", () => {
  it("gives back the right that the owner ended, and no keys or invitations; nobody is told of either", async () => {
    await makeGateKey(ctx(second), eventId, { label: "Rui's helper" });
    const { secret } = await invited(make, second, { eventId });
    await make.db.deleteFrom("outbox").execute();
    await letGo(owner, second);
    expect(await make.mails()).toEqual([]);
    expect([await restore(owner, second), await restore(owner, second)]).toEqual(["done", "done"]);
    expect(await roleOf(second)).toBe("organizer");
    expect(await make.mails(later(2 * undoWithin))).toEqual([]);
    const open = await make.db
      .selectFrom("gate_keys")
      .where("event_id", "=", eventId)
      .where("revoked_at", "is", null)
      .execute();
    expect(open).toEqual([]);
    expect(await outcomeOf(acceptInvitation(ctx(await make.member()), secret))).toBe("invitation_gone");
    const { rows } = await listEventActions(ctx(owner), eventId, { limit: 10 });
    expect(rows.map(actionInWords).slice(0, 2)).toEqual([
      "Undid the end of the rights of Rui",
      "Ended the rights of Rui",
    ]);
  });

  it("mails the organizer after a minute if the end was not undone", async () => {
    await letGo(owner, second);
    expect((await make.mails(later(2 * undoWithin))).map(({ to }) => to)).toEqual([second.email]);
  });

  it("gives back one's own right after leaving, and none that another person ended", async () => {
    await letGo(second, second);
    expect(await restore(owner, second)).toBe("not_found");
    expect(await restore(second, second)).toBe("done");
    expect(await roleOf(second)).toBe("organizer");
    await letGo(owner, second);
    expect(await restore(second, second)).toBe("not_found");
    expect(await roleOf(second)).toBeNull();
  });

  it("gives back no right of a member's own that ended with a suspension", async () => {
    const ended = { until: new Date(), ended_by: null };
    await make.db.updateTable("rights").set(ended).where("member_id", "=", second.id).execute();
    expect(await restore(second, second)).toBe("not_found");
  });

  it("is for who ended the right alone, within a minute, and not for a suspended member", async () => {
    const third = await make.member();
    await giveRight(make, { memberId: third.id, eventId });
    await letGo(owner, second);
    for (const by of [third, await make.member()]) expect(await restore(by, second)).toBe("not_yours");
    expect(await restore(owner, await make.member())).toBe("not_found");
    expect(await restore(owner, second, later(undoWithin + 1000))).toBe("not_found");
    const suspended = { suspended_at: new Date(), suspended_for: "It has to be so." };
    await make.db.updateTable("members").set(suspended).where("id", "=", second.id).execute();
    expect(await restore(owner, second)).toBe("not_found");
    const lifted = { suspended_at: null, suspended_for: null };
    await make.db.updateTable("members").set(lifted).where("id", "=", second.id).execute();
    expect(await restore(owner, second)).toBe("done");
  });

  it("restores an owner of a community as an owner, once when it is pressed twice at once", async () => {
    const communityId = await make.community();
    for (const { id } of [owner, second]) await giveRight(make, { memberId: id, communityId, role: "owner" });
    await endOrganizing(ctx(owner), { communityId }, second.id);
    const undo = () => outcomeOf(restoreOrganizing(ctx(owner), { communityId }, second.id));
    expect(await Promise.all([undo(), undo()])).toEqual(["done", "done"]);
    expect(await roleIn(make.db, communityId, second.id, new Date())).toBe("owner");
  });
});
