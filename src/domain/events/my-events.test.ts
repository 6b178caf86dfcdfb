import { expect, describe, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn } from "#test/make.ts";
import { giveRight } from "#test/teams.ts";
import { listMyEvents } from "./queries.ts";

describe("listMyEvents", () => {
  it("has one's own events and those that one organizes with others, each with the role, and counts one's own", async () => {
    const make = makeIn(await testDatabase());
    const [me, other] = [await make.member(), await make.member()];
    const [mine, theirs] = [await make.event({ organizer: me }), await make.event({ organizer: other })];
    const ended = await make.event({ organizer: other });
    await make.event({ organizer: other });
    await giveRight(make, { memberId: me.id, eventId: theirs });
    await giveRight(make, { memberId: me.id, eventId: ended, until: new Date(Date.now() - 1000) });
    for (const order of ["newest", "upcoming"] as const) {
      const { rows, total, own } = await listMyEvents(make.context(me), { order, limit: 10 });
      const roles = new Map(rows.map(({ _id, role }) => [_id, role]));
      expect(roles).toEqual(
        new Map([
          [mine, "owner"],
          [theirs, "organizer"],
        ]),
      );
      expect([total, own]).toEqual([2, 1]);
    }
  });
});
