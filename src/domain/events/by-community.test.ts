import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make, yesterday } from "#test/make.ts";
import { communityOf, ownedBy } from "#test/owning.ts";
import type { Member } from "../members/shapes.ts";
import { findPublicOutcome } from "../outcomes/queries.ts";
import { listShownPeople } from "../participants/queries.ts";
import { getCalendarEntry, getEvent, listEvents } from "./queries.ts";
import { EventFilter } from "./shapes.ts";

let make: Make;
let maya: Member;
let community: string;
let [ofCommunity, own] = ["", ""];
beforeEach(async () => {
  make = makeIn(await testDatabase());
  maya = await make.member({ displayName: "Maya Lindqvist", email: "maya@example.org" });
  community = await communityOf(make, [maya], {
    title: "Clean  Streets",
    slug: "clean-streets",
    image: "https://example.org/streets.jpg",
    contact_email: "hello@streets.example",
  });
  ofCommunity = await make.event({ organizer: maya });
  own = await make.event({ organizer: maya });
  await ownedBy(make, community, ofCommunity);
});
const set = (columns: { contact_email?: string | null; hidden_at?: Date }) =>
  make.db.updateTable("communities").set(columns).where("id", "=", community).execute();
const shown = async (id: string) => {
  const { organizer, organizerPhoto, email, community: of } = await getEvent(make.context(), id);
  return { organizer, organizerPhoto, email, community: of };
};
const asMaya = { organizer: "Maya Lindqvist", organizerPhoto: null, email: "maya@example.org", community: null };

describe("an event of a community", () => {
  it("shows the community's name, picture and address, and other events of its maker do not", async () => {
    const asCommunity = {
      organizer: "Clean Streets",
      organizerPhoto: "https://example.org/streets.jpg",
      email: "hello@streets.example",
      community: { id: community, slug: "clean-streets", name: "Clean Streets" },
    };
    expect([await shown(ofCommunity), await shown(own)]).toEqual([asCommunity, asMaya]);
    const { rows } = await listEvents(make.context(), EventFilter.parse({}));
    expect(rows.map(({ _id, organizer }) => [_id, organizer])).toEqual(
      expect.arrayContaining([
        [ofCommunity, "Clean Streets"],
        [own, "Maya Lindqvist"],
      ]),
    );
  });

  it("has the maker's address if the community has none of its own", async () => {
    await set({ contact_email: null });
    expect(await shown(ofCommunity)).toMatchObject({ organizer: "Clean Streets", email: "maya@example.org" });
    expect((await getCalendarEntry(make.context(), ofCommunity)).replyTo).toBeNull();
    await make.db.updateTable("members").set({ contact_email: "maya@work.example" }).execute();
    expect(await shown(ofCommunity)).toMatchObject({ email: "maya@work.example" });
    await set({ contact_email: "hello@streets.example" });
    expect((await getCalendarEntry(make.context(), ofCommunity)).replyTo).toBe("hello@streets.example");
    expect((await getCalendarEntry(make.context(), own)).replyTo).toBe("maya@work.example");
  });

  it("shows its maker while hosts hide the community", async () => {
    await set({ hidden_at: new Date() });
    expect(await shown(ofCommunity)).toEqual(asMaya);
  });

  it("can be reported for its community, and its maker is one of the people there", async () => {
    await make.proven(maya);
    await make.db.updateTable("members").set({ shows_face: true }).execute();
    for (const eventId of [ofCommunity, own]) await make.join({ eventId, member: maya });
    const peopleAt = async (id: string) =>
      (await listShownPeople(make.context(), await getEvent(make.context(), id))).map(({ memberId }) => memberId);
    expect([await peopleAt(ofCommunity), await peopleAt(own)]).toEqual([[maya.id], []]);
  });

  it("leads from its outcome to the next event of the community, and those of its maker to their own", async () => {
    const [past, pastOwn] = [
      await make.event({ organizer: maya, eventDate: yesterday() }),
      await make.event({ organizer: maya, eventDate: yesterday() }),
    ];
    await ownedBy(make, community, past);
    const outcome = { hours: 2, joined: 0, confirmed: 0, came: 0, total_hours: 0 };
    const said = [past, pastOwn].map((event_id) => ({
      event_id,
      ...outcome,
      sent_at: new Date(),
      changed_at: new Date(),
    }));
    await make.db.insertInto("outcomes").values(said).execute();
    const next = async (id: string) =>
      (await findPublicOutcome(make.context(), await getEvent(make.context(), id)))?.next?._id;
    expect([await next(past), await next(pastOwn)]).toEqual([ofCommunity, own]);
  });
});
