import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make, yesterday } from "#test/make.ts";
import { newOutcome } from "#test/outcomes.ts";
import { cameMax, settledAfter } from "./rules.ts";

let make: Make;
let me: Awaited<ReturnType<Make["signedIn"]>>;
let eventId: string;
let ids: string[];
/** An event that ended yesterday, with one person more than an outcome can name. */
beforeEach(async () => {
  make = makeIn(await testDatabase());
  me = await make.signedIn();
  await make.proven(me.member);
  eventId = await make.event({ organizer: me.member, eventDate: yesterday() });
  const marks = Array.from({ length: cameMax + 1 }, (_, at) => ({
    id: newId(),
    event_id: eventId,
    seq: at + 1,
    kind: "walk_in" as const,
    person_id: newId(),
    name: `Walk-in ${at}`,
    at: new Date(yesterday().getTime() + at),
    device_at: yesterday(),
    received_at: yesterday(),
  }));
  await make.db.insertInto("gate_marks").values(marks).execute();
  ids = marks.map(({ person_id }) => person_id);
});

const say = (came: string[]) =>
  callerOf(make)("PUT", `/events/${eventId}/afterwards`, { token: me.token, json: newOutcome({ came }) });
const outcome = async () =>
  (await callerOf(make)("GET", `/events/${eventId}/outcome`)).body as { came?: number; code?: string };

describe("more people than an outcome can name", () => {
  it("are rejected with a message, and the previous outcome stays", async () => {
    expect((await say(ids.slice(1))).status).toBe(200);
    expect(await outcome()).toMatchObject({ came: cameMax });
    const { status, body } = await say(ids);
    expect([status, body.fields]).toEqual([
      422,
      [{ path: "came", message: expect.stringMatching(/^You can list up to 1,500 people here/) }],
    ]);
    expect(await outcome()).toMatchObject({ came: cameMax });
  });

  it("are all counted if the gate's log settles the event", async () => {
    const { event_date } = await make.db.selectFrom("events").select("event_date").executeTakeFirstOrThrow();
    const payload = JSON.stringify({ eventId, eventDate: event_date.toISOString() });
    const task = { id: newId(), kind: "settle_outcome", key: newId(), payload, run_at: event_date };
    await make.db.insertInto("outbox").values(task).execute();
    await make.mails(new Date(Date.now() + settledAfter), undefined, async () => {});
    expect(await outcome()).toMatchObject({ came: cameMax + 1 });
  });
});
