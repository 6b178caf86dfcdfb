import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { deleteAccount, planDeletion, setFaceShown } from "../accounts/commands.ts";
import { getEvent } from "../events/queries.ts";
import type { Member } from "../members/shapes.ts";
import { joinEvent, leaveEvent } from "../registrations/commands.ts";
import { listFaces, listShownPeople } from "./queries.ts";
import { facesMax } from "./rules.ts";

let make: Make;
let call: Call;
let eventId: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
  eventId = await make.event();
});

/** Creates a member who agrees to show their face. */
async function seen(displayName: string, photoURL: string | null = null): Promise<Member> {
  const member = await make.member({ displayName, photoURL });
  await setFaceShown(make.context(member), { shown: true });
  return member;
}
const join = (member: Member, id = eventId) => joinEvent(make.context(member), { eventId: id });
const shownTo = async (organizerId: string) =>
  listShownPeople(make.context(), { ...(await getEvent(make.context(), eventId)), organizerId });
const faces = async (id = eventId, of: Call = call) => (await of("GET", `/events/${id}/faces`)).body;

describe("GET /events/{id}/faces", () => {
  it("shows only people who have agreed, and only their first name and photo", async () => {
    const amina = await seen("Amina  Rahman", "https://example.org/amina.jpg");
    await join(amina);
    await join(await make.member({ displayName: "Ben Quiet" }));
    await seen("Eve Elsewhere");
    expect(await faces()).toEqual([{ name: "Amina", photo: "https://example.org/amina.jpg" }]);
    expect(await faces(await make.event())).toEqual([]);
  });

  it("can be reported: by photo if one is shown, otherwise by name", async () => {
    const [amina, ben] = [await seen("Amina Rahman", "https://example.org/amina.jpg"), await seen("Ben")];
    const organizer = await seen("Olga");
    for (const member of [organizer, ben, amina, await make.member()]) await join(member);
    // The organizer is a separate choice in a report.
    expect(await shownTo(organizer.id)).toEqual([
      { memberId: amina.id, name: "Amina", hasPhoto: true },
      { memberId: ben.id, name: "Ben", hasPhoto: false },
    ]);
  });

  it("hides a face at once when its owner no longer agrees or has left", async () => {
    const [amina, ben] = [await seen("Amina"), await seen("Ben")];
    await join(amina);
    await join(ben);
    expect(await faces()).toHaveLength(2);
    await setFaceShown(make.context(amina), { shown: false });
    expect(await faces()).toEqual([{ name: "Ben", photo: null }]);
    await leaveEvent(make.context(ben), eventId);
    expect(await faces()).toEqual([]);
  });

  it("are shown with more than 200 participants, too", async () => {
    await join(await seen("Amina"));
    for (const taken of [200, 201]) {
      await make.db.updateTable("events").set({ taken, capacity: 300 }).where("id", "=", eventId).execute();
      expect(await faces(), String(taken)).toEqual([{ name: "Amina", photo: null }]);
    }
  });

  it("are empty for an unknown event", async () => {
    for (const id of [newId(), "1"]) expect(await listFaces(make.context(), id), id).toEqual([]);
  });

  it("leaves out people on the waitlist, with or without an offer, and people with a mere reservation", async () => {
    const full = await make.event({ maxParticipant: "1" });
    await join(await make.member(), full);
    const waiting = await seen("Amina");
    await join(waiting, full);
    await make.db
      .updateTable("registrations")
      .set({ offer_expires_at: new Date(Date.now() + 60_000) })
      .where("member_id", "=", waiting.id)
      .execute();
    expect(await faces(full)).toEqual([]);
    const { email } = await seen("Ben");
    const spot = { id: newId(), event_id: eventId, email, spots: 1, expires_at: new Date(Date.now() + 60_000) };
    await make.db.insertInto("reservations").values(spot).execute();
    expect(await faces()).toEqual([]);
  });

  it("shows at most five, those with a photo first, then in order of arrival", async () => {
    for (const name of ["A", "B", "C", "D", "E"]) await join(await seen(name));
    await join(await seen("F", "https://example.org/f.jpg"));
    expect((await faces()).map(({ name }: { name: string }) => name)).toEqual(["F", "A", "B", "C", "D"]);
    expect(await faces()).toHaveLength(facesMax);
  });

  it("shows the same at an event that thousands have joined", async () => {
    await join(await seen("Amina"));
    await make.db.updateTable("events").set({ taken: 5000, capacity: null }).where("id", "=", eventId).execute();
    expect(await faces()).toEqual([{ name: "Amina", photo: null }]);
  });

  it("shows only people with a confirmed address where mail is sent", async () => {
    const mailing = callerOf({ ...make, sendsMail: true });
    const [amina, ben] = [await seen("Amina"), await seen("Ben")];
    await join(amina);
    await join(ben);
    await make.proven(ben);
    expect(await faces(eventId, mailing)).toEqual([{ name: "Ben", photo: null }]);
  });

  it("refuses other members' drafts, and leaves out people whose account is deleted", async () => {
    const amina = await seen("Amina");
    await join(amina);
    await planDeletion(make.context(amina));
    await deleteAccount({ ...make.context(amina), now: new Date(Date.now() + 8 * 86_400_000) }, amina.id);
    expect(await faces()).toEqual([]);
    await make.db.updateTable("events").set({ is_draft: true }).execute();
    expect((await call("GET", `/events/${eventId}/faces`)).body.code).toBe("not_found");
  });
});

describe("PUT /account/face", () => {
  it("is off by default, and is visible only to the member", async () => {
    const { token, member } = await make.signedIn({ name: "Amina Rahman", email: "amina@example.org" });
    await join(member);
    const own = async () => (await call("GET", "/account", { token })).body.showsFace;
    const exported = async () => (await call("GET", "/account/export", { token })).body.profile.showsFace;
    expect([await own(), await exported(), await faces()]).toEqual([false, false, []]);
    const put = (shown: boolean) => call("PUT", "/account/face", { token, json: { shown } });
    expect((await put(true)).body).toEqual({ acknowledged: true });
    expect([await own(), await exported()]).toEqual([true, true]);
    expect(await faces()).toEqual([{ name: "Amina", photo: member.photoURL }]);
    await put(false);
    expect([await own(), await exported(), await faces()]).toEqual([false, false, []]);
  });
});
