import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { asHost } from "#test/host.ts";
import { makeIn, type Make } from "#test/make.ts";
import { newEvent } from "#test/operations.ts";
import { hostedBy } from "../hosting/access.ts";
import type { Member } from "../members/shapes.ts";
import { createEvent, updateEvent } from "../organizing/commands.ts";
import { EventInput, EventUpdate } from "../organizing/shapes.ts";
import { sendReport } from "../reports/commands.ts";
import { decideReview } from "../reports/deciding.ts";
import { listReviews } from "../reports/queries.ts";
import { type Decision, ReportInput } from "../reports/shapes.ts";
import type { About } from "./rules.ts";

let make: Make;
let host: Member;
let owner: Awaited<ReturnType<Make["signedIn"]>>;
let eventId: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  host = await make.member();
  owner = await make.signedIn({ name: "Zoë Nasty", email: "zoe@example.org", image: "https://example.org/Rude.jpg" });
  eventId = await make.event({ organizer: owner.member });
});

async function report(about: About, id: string): Promise<string> {
  const input = ReportInput.parse({ about, id, reason: "hurtful" });
  await sendReport({ ...make.context(host), from: "192.0.2.1" }, input);
  const { rows } = await listReviews(asHost(make, host), { state: "open", limit: 100 });
  return rows[0]?._id ?? "";
}
const decide = (id: string, decision: Decision) =>
  decideReview(hostedBy(asHost(make, host)), id, { decision, reason: "Seen." });
const profile = (body: object, { cookie } = owner) => outcomeOf(make.authCall("POST", "update-user", { body, cookie }));
const change = (thumbnailUrl: string) =>
  outcomeOf(updateEvent(make.context(owner.member), eventId, EventUpdate.parse({ thumbnailUrl })));
const create = (thumbnailUrl: string, by = owner.member) =>
  outcomeOf(createEvent(make.context(by), EventInput.parse({ ...newEvent(), email: by.email, thumbnailUrl })));
async function upload(content: number, by = owner.member): Promise<string> {
  const id = newId();
  const picture = { id, owner_id: by.id, content: new Uint8Array([content]), created_at: new Date() };
  await make.db.insertInto("pictures").values(picture).execute();
  return `/pictures/${id}.webp`;
}

describe("a withheld name", () => {
  it("cannot be set again by its member in any spelling; they can set another name, and other members can use this one", async () => {
    const id = await report("name", owner.member.id);
    expect(await profile({ name: "Zoë Nasty" })).toBe("done");
    await decide(id, "hide");
    for (const name of ["Zoë Nasty", "ZOE  nasty", "Zoë Nasty \u0301"])
      expect(await profile({ name })).toBe("taken_down");
    expect(await profile({ name: "Zoë" })).toBe("done");
    expect(await profile({ name: "Zoë Nasty" }, await make.signedIn())).toBe("done");
    // The hash is deleted with their account.
    await make.db.deleteFrom("events").execute();
    await make.db.deleteFrom("members").where("id", "=", owner.member.id).execute();
    expect(await make.db.selectFrom("reviews").select("taken_from").execute()).toEqual([{ taken_from: null }]);
  });

  it("can be set again once it is restored, but not once it is deleted", async () => {
    const first = await report("name", owner.member.id);
    await decide(first, "hide");
    await decide(first, "restore");
    expect(await profile({ name: "Zoë Nasty" })).toBe("done");
    const second = await report("name", owner.member.id);
    await decide(second, "hide");
    await decide(second, "delete");
    expect(await profile({ name: "Zoë Nasty" })).toBe("taken_down");
  });
});

describe("a withheld picture", () => {
  it("cannot be set again by its address, as a photo or on an event", async () => {
    await decide(await report("photo", owner.member.id), "delete");
    const refused = ["https://example.org/Rude.jpg", "https://example.org/rude.jpg#again"];
    for (const address of refused) {
      expect(await profile({ image: address })).toBe("taken_down");
      expect(await change(address)).toBe("taken_down");
      expect(await create(address)).toBe("taken_down");
    }
    expect(await profile({ image: "https://example.org/me.jpg", name: "https://example.org/rude.jpg" })).toBe("done");
    expect(await create("https://example.org/Rude.jpg", await make.member())).toBe("done");
  });

  it("is recognized by its content when it is uploaded again", async () => {
    expect(await change(await upload(1))).toBe("done");
    const id = await report("event_picture", eventId);
    await decide(id, "hide");
    const again = await upload(1);
    expect([await change(again), await create(again)]).toEqual(["taken_down", "taken_down"]);
    expect(await create(await upload(2))).toBe("done");
    await decide(id, "restore");
    expect(await change(again)).toBe("done");
  });

  it("does not block other changes of an event that still shows it", async () => {
    const other = await make.event({ organizer: owner.member });
    await decide(await report("event_picture", other), "hide");
    const changes = EventUpdate.parse({ thumbnailUrl: "https://example.org/beach.jpg", title: "Beach day" });
    expect(await outcomeOf(updateEvent(make.context(owner.member), eventId, changes))).toBe("done");
  });
});
