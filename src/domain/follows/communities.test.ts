import type { Kysely } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { up } from "#db/migrations/050-communities-are-silent.ts";
import { newId } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { joinCommunity } from "../communities/commands.ts";
import { notePublished } from "../events/publishing.ts";
import type { Member } from "../members/shapes.ts";
import { follow } from "./commands.ts";
import { getOwnFollowing } from "./queries.ts";
import { FollowInput } from "./shapes.ts";
import { sweepFollows } from "./telling.ts";

const start = new Date("2030-05-05T08:00:00Z");
const thursday = new Date("2030-05-09T17:00:00Z");
const nextThursday = new Date("2030-05-16T17:00:00Z");

let make: Make;
let organizer: Member;
let reader: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  [organizer, reader] = (await make.members(2)) as [Member, Member];
  await make.proven(organizer, reader);
});

const mailsAt = (now: Date) => make.mails(now, undefined, sweepFollows);

describe("following a community", () => {
  it("sends no mails about its members' events, and explains that once", async () => {
    const communityId = await make.community({ title: "River Keepers" });
    const other = await make.community({ title: "Night Kitchen" });
    const [unsure, unproven] = (await make.members(2)) as [Member, Member];
    await make.proven(unsure);
    for (const who of [reader, unsure])
      await follow(make.context(who, start), { about: "filter", filter: "category=food" });
    await make.db.insertInto("subscribers").values({ email: unproven.email, created_at: start }).execute();
    const rows = [
      { email: reader.email, community_id: communityId, confirmed_at: start },
      { email: reader.email, community_id: other, confirmed_at: start },
      { email: unsure.email, community_id: communityId, confirmed_at: null },
      { email: unproven.email, community_id: communityId, confirmed_at: start },
    ];
    const kept = rows.map((row) => ({ ...row, id: newId(), keys: [`community ${communityId}`], since: 0 }));
    await make.db.insertInto("follows").values(kept).execute();
    await joinCommunity(make.context(organizer, start), { communityId });
    const id = await make.event({ organizer, eventDate: new Date("2030-05-28T08:00:00Z"), title: "Cheap kayaks" });
    await notePublished(make.db, [id], start);

    for (let run = 0; run < 2; run++) await up(make.db as unknown as Kysely<unknown>);
    const [mail, ...others] = await mailsAt(thursday);
    expect([mail?.to, mail?.subject, others]).toEqual([
      reader.email,
      "The communities that you follow send no news for now",
      [],
    ]);
    expect(mail?.text).toContain(
      "You follow River Keepers and Night Kitchen and got e-mails about their members' events.",
    );
    expect(await mailsAt(nextThursday)).toEqual([]);
    expect((await getOwnFollowing(make.context(reader))).follows).toHaveLength(3);
  });

  it("cannot be started anymore", async () => {
    const id = await make.community();
    expect(FollowInput.safeParse({ about: "community", id }).success).toBe(false);
    expect(FollowInput.safeParse({ about: "organizer", id }).success).toBe(true);
  });
});
