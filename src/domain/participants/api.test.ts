import { beforeEach, describe, expect, it } from "vitest";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";

let make: Make;
let call: Call;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
});

/** Creates an event with two participants and one person on the waitlist; returns its organizer's token too. */
async function organized() {
  const { token, member: organizer } = await make.signedIn();
  const eventId = await make.event({ organizer, maxParticipant: "2" });
  const people = [];
  for (const name of ["Amina", "Tom", "Mia"]) {
    const person = await make.signedIn({ name, email: `${name.toLowerCase()}@example.org` });
    await call("POST", "/join-event", { token: person.token, json: { eventId } });
    people.push(person.member);
  }
  return { token, eventId, people };
}

describe("GET /events/{id}/participants", () => {
  it("lists in pages, filtered by state and search, and keeps the filter in the link to the next page", async () => {
    const { token, eventId } = await organized();
    const path = `/events/${eventId}/participants`;
    const first = await call("GET", `${path}?limit=1&search=m&state=joined`, { token });
    expect(first.body.map(({ userName }: { userName: string }) => userName)).toEqual(["Amina"]);
    expect(first.headers.get("x-total-count")).toBe("2");
    const next = /^<\/api(.+)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await call("GET", next, { token });
    expect(second.body).toMatchObject([{ userName: "Tom", state: "joined", position: null }]);
    expect(second.headers.has("link")).toBe(false);
    const { body } = await call("GET", `${path}?state=waiting`, { token });
    expect(body).toMatchObject([{ userName: "Mia", state: "waiting", position: 1 }]);
  });
});

describe("GET /events/{id}/participants.csv", () => {
  it("answers with a file that is not cached", async () => {
    const { token, eventId } = await organized();
    const { status, headers, body } = await call("GET", `/events/${eventId}/participants.csv`, { token });
    expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(headers.get("content-disposition")).toBe('attachment; filename="participants.csv"');
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body.startsWith("\ufeff")).toBe(true);
    expect(body.trim().split("\r\n")).toHaveLength(4);
  });
});

describe("an organizer", () => {
  it("removes and adds members, writes to everyone, and cancels", async () => {
    const { token, eventId, people } = await organized();
    const [amina, tom] = people;
    const post = (path: string, json: unknown) => call("POST", `/events/${eventId}${path}`, { token, json });
    const removed = await post(`/participants/${amina?.id}/remove`, { reason: "You asked for it." });
    expect([removed.status, removed.body]).toEqual([200, { acknowledged: true }]);

    await make.db.updateTable("members").set({ email_verified: true }).where("email", "=", amina!.email).execute();
    const added = await post("/participants", { email: ` ${amina?.email.toUpperCase()} `, reason: "A mistake." });
    // The free spot is held for the person on the waitlist.
    expect(added.body).toEqual({ acknowledged: true, state: "waiting", spots: 1, places: 1, position: 2 });

    const message = { audience: "joined", text: "Bring gloves." };
    const preview = await post("/messages/preview", message);
    expect(preview.body).toMatchObject({ recipients: 1, to: tom?.displayName });
    expect(preview.body.text).toContain(`http://localhost/view-event/${eventId}`);
    const withSubject = async (subject: string) => {
      const { status, body } = await post("/messages/preview", { ...message, subject });
      return body.fields ?? [status, body.subject];
    };
    // The limits are those of a title: its length, and a single line.
    expect(await withSubject("B".repeat(50))).toEqual([200, "B".repeat(50)]);
    const tooLong = { path: "subject", message: "Please keep the subject to 50 characters." };
    expect(await withSubject("B".repeat(51))).toEqual([tooLong]);
    expect(await withSubject("Boots\nBcc: x")).toMatchObject([{ path: "subject" }]);
    const sent = await post("/messages", message);
    expect(sent.body).toEqual({ acknowledged: true, insertedId: expect.any(String), recipients: 1 });
    const list = await call("GET", `/events/${eventId}/messages`, { token });
    expect(list.headers.get("x-total-count")).toBe("1");
    expect(list.body).toEqual([{ ...message, _id: sent.body.insertedId, recipients: 1, sentAt: expect.any(String) }]);

    const cancelled = await post("/cancel", { reason: "A storm is coming." });
    expect([cancelled.status, cancelled.body]).toEqual([200, { acknowledged: true, modifiedCount: 1 }]);
    expect((await call("GET", `/view-event/${eventId}`)).body).toMatchObject({
      status: "cancelled",
      cancelReason: "A storm is coming.",
    });
    const other = await make.signedIn();
    const refused = await call("POST", "/join-event", { token: other.token, json: { eventId } });
    expect([refused.status, refused.body.code]).toEqual([409, "event_cancelled"]);
  });
});
