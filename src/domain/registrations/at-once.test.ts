import { beforeEach, describe, expect, inject, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { oneMomentIn } from "#test/one-moment.ts";
import { registrationsIn } from "#test/registrations.ts";
import { deleteAccount } from "../accounts/commands.ts";
import { lockEvent } from "../events/locking.ts";
import { updateEvent } from "../organizing/commands.ts";
import { joinEvent, leaveEvent } from "./commands.ts";

// Two actions at the same moment. The embedded database has one connection, so nothing runs concurrently there.
const several = inject("database").url !== undefined;

let make: Make;
let registrations: ReturnType<typeof registrationsIn>;
let inOneMoment: ReturnType<typeof oneMomentIn>["inOneMoment"];
let waiting: ReturnType<typeof oneMomentIn>["waiting"];
beforeEach(async () => {
  make = makeIn(await testDatabase());
  registrations = registrationsIn(make);
  ({ inOneMoment, waiting } = oneMomentIn(make.db));
});

const value = (state: string) => expect.objectContaining({ value: expect.objectContaining({ state }) });

describe.runIf(several)("joinEvent at the same moment as", () => {
  // PostgreSQL checks the constraints on the row version that the statement first found, before it looks for a newer
  // one.
  it("a member leaving a full event takes their spot", async () => {
    const eventId = await make.event({ maxParticipant: "1" });
    const [first, second] = await make.members(2);
    await joinEvent(make.context(first), { eventId });
    const leaves = () => leaveEvent(make.context(first), eventId);
    const joins = () => joinEvent(make.context(second), { eventId });
    expect((await inOneMoment(eventId, leaves, joins))[1]).toEqual(value("joined"));
    await registrations.expectRight(eventId);
  });

  it("an organizer making room in a full event takes the spot", async () => {
    const organizer = await make.member();
    for (const maxParticipant of ["5", "No limit"]) {
      const eventId = await make.event({ organizer, maxParticipant: "1" });
      const [first, second] = await make.members(2);
      await joinEvent(make.context(first), { eventId });
      const grows = () => updateEvent(make.context(organizer), eventId, { maxParticipant });
      const joins = () => joinEvent(make.context(second), { eventId });
      expect((await inOneMoment(eventId, grows, joins))[1]).toEqual(value("joined"));
      await registrations.expectRight(eventId);
    }
  });

  it("the deletion of the joining account does not deadlock", async () => {
    const me = await make.member();
    const eventId = await make.event({ organizer: me });
    const past = new Date(Date.now() - 1000);
    await make.db.updateTable("members").set({ deletion_at: past }).where("id", "=", me.id).execute();
    const joins = () => joinEvent(make.context(me), { eventId });
    const goes = () => deleteAccount(make.context(), me.id);
    expect(await inOneMoment(eventId, joins, goes)).toEqual([value("joined"), { status: "fulfilled" }]);
    expect([await registrations.rows(eventId), await make.db.selectFrom("events").select("id").execute()]).toEqual([
      [],
      [],
    ]);
  });

  it("the deletion of an account that joins another event meanwhile leaves no count behind", async () => {
    const me = await make.member();
    const [mine, other] = [await make.event({ organizer: me }), await make.event()];
    const past = new Date(Date.now() - 1000);
    await make.db.updateTable("members").set({ deletion_at: past }).where("id", "=", me.id).execute();
    let gone: Promise<void> | undefined;
    await make.db.transaction().execute(async (tx) => {
      await lockEvent(tx, mine);
      gone = deleteAccount(make.context(), me.id);
      // While the deletion waits for the event that it knows of, the member takes a spot at another.
      await expect.poll(waiting).toBe(1);
      await joinEvent(make.context(me), { eventId: other });
    });
    await gone;
    expect((await registrations.counts(other)).taken).toBe(0);
    await registrations.expectRight(other);
  });

  it("the deletion of an account that was waiting for its turn is refused", async () => {
    const me = await make.member();
    const eventId = await make.event();
    let joined: Promise<unknown> | undefined;
    await make.db.transaction().execute(async (tx) => {
      await tx.deleteFrom("members").where("id", "=", me.id).execute();
      joined = joinEvent(make.context(me), { eventId }).catch((failure: unknown) => failure);
      await expect.poll(waiting).toBe(1);
    });
    expect(await joined).toMatchObject({ code: "sign_in_required" });
    await registrations.expectRight(eventId);
  });
});
