import { beforeEach, expect, it } from "vitest";
import { callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { inTwoYears, makeIn, type Make } from "#test/make.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const event = {
  title: "Beach Cleanup",
  eventType: "cleanup",
  location: "Leeds",
  eventDate: inTwoYears("-05-01T09:30:00Z"),
  maxParticipant: "20",
  thumbnailUrl: "https://example.org/a.jpg",
  description: "Bring gloves.",
};
const person = { name: "Ada", image: "https://example.org/me.jpg", email: "ada@example.org", password: "Gannet" };

it("a call drops fields outside its schema, even if a table has a column of that name", async () => {
  const call = callerOf(make);
  const [me, other] = [await make.signedIn(), await make.member()];
  const id = "01900000-0000-7000-8000-000000000001";
  const more = {
    id,
    _id: id,
    organizer_id: other.id,
    organizerId: other.id,
    taken: 19,
    is_draft: false,
    review: "hidden",
  };
  const made = await call("POST", "/add-event", { token: me.token, json: { ...event, ...more } });
  expect(made.status).toBe(200);
  await call("PATCH", `/events/${made.body.insertedId}`, { token: me.token, json: { title: "Oaks", ...more } });
  const rows = await make.db.selectFrom("events").select(["id", "organizer_id", "title", "taken", "review"]).execute();
  const { insertedId } = made.body;
  expect(rows).toEqual([{ id: insertedId, organizer_id: me.member.id, title: "Oaks", taken: 0, review: null }]);
  expect(insertedId).not.toBe(id);

  const rights = {
    id,
    emailVerified: true,
    email_verified: true,
    suspendedAt: null,
    access_generation: 9,
    isHost: true,
  };
  const headers = { origin: "http://localhost" };
  expect((await call("POST", "/auth/sign-up/email", { json: { ...person, ...rights }, headers })).status).toBe(200);
  await call("POST", "/auth/update-user", {
    json: { name: "Ada", ...rights, email: "else@example.org" },
    headers: { ...headers, cookie: me.cookie },
  });
  const columns = ["email", "email_verified", "access_generation"] as const;
  const members = await make.db.selectFrom("members").select(columns).where("id", "!=", other.id).execute();
  expect(members.map(({ email }) => email).toSorted()).toEqual([person.email, me.member.email].toSorted());
  expect(members.map((row) => [row.email_verified, row.access_generation])).toEqual([
    [false, 0],
    [false, 0],
  ]);
});
