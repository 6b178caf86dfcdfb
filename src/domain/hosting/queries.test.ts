import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { callerOf, outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { asHost, hostIn } from "#test/host.ts";
import { makeIn, type Make } from "#test/make.ts";
import type { Context } from "../context.ts";
import type { Member } from "../members/shapes.ts";
import { updateEvent } from "../organizing/commands.ts";
import { enqueue, enqueueAll } from "../outbox.ts";
import { joinEvent } from "../registrations/commands.ts";
import { getMember, listMembers } from "./members.ts";
import { getHostAccess, getOverview, listHostActions } from "./queries.ts";
import { recordHostAction } from "./log.ts";
import type { HostActionName, HostSubject } from "./rules.ts";
import { LogFilter, MemberFilter } from "./shapes.ts";

let make: Make;
let host: Member;
let ctx: Context;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  host = await make.member({ email: "host@example.org", displayName: "Zoe Host" });
  await make.proven(host);
  ctx = asHost(make, host);
});

const hour = 3_600_000;
const reason = "It has to be so.";
const done = (action: HostActionName, subject: HostSubject, subjectId: string | null) =>
  make.db
    .transaction()
    .execute((tx) => recordHostAction(tx, { action, subject, subjectId, reason, by: host.id }, new Date()));
const task = (key: string, at: Date) =>
  enqueue(make.db, { kind: "expire_offers", key, payload: { eventId: key } }, new Date(), at);

describe("getMember", () => {
  it("returns their events, counts, sessions and hosts' actions on them", async () => {
    const { member } = await make.signedIn({ email: "ana@example.org" });
    const event = await make.event({ organizer: member, title: "Tree day" });
    const past = await make.event({ organizer: member, cancelReason: "Storm" });
    await make.join({ member });
    const [waits, hidden] = [await make.event({ organizer: member }), await make.event({ organizer: member })];
    await make.db.updateTable("events").set({ review: "waiting" }).where("id", "=", waits).execute();
    await make.db.updateTable("events").set({ review: "hidden" }).where("id", "=", hidden).execute();
    const image = "https://pictures.example/ana.png";
    await make.db.updateTable("members").set({ image }).where("id", "=", member.id).execute();
    await sql`update sessions set expires_at = now() - interval '1 hour' where member_id = ${member.id}`.execute(
      make.db,
    );
    await make.authCall("POST", "sign-in/email", { body: { email: member.email, password: "Gannet" } });
    await make.signedIn();
    const told = await getMember(ctx, member.id);
    expect(told).toMatchObject({
      image,
      email: "ana@example.org",
      isHost: false,
      registrations: 1,
      eventsTotal: 4,
      log: [],
    });
    expect(told.events.map(({ _id, status }) => [_id, status])).toEqual([
      [hidden, "under_review"],
      [waits, "waiting"],
      [past, "cancelled"],
      [event, "active"],
    ]);
    expect(told.sessions).toHaveLength(1);
    expect((await getMember(ctx, host.id)).isHost).toBe(true);
    expect(await outcomeOf(getMember(ctx, event))).toBe("not_found");
  });

  it("returns hosts' actions on the member, their name and their events, and none on other members", async () => {
    const [ana, rui] = [await make.member({ displayName: "Ana" }), await make.member()];
    const [theirs, other] = [
      await make.event({ organizer: ana, title: "Tree day" }),
      await make.event({ organizer: rui }),
    ];
    await make.join({ member: ana, eventId: other });
    await done("hide_reported", "event", theirs);
    await done("hide_reported", "event", other);
    await done("keep_reported", "event_picture", theirs);
    await done("suspend_member", "member", rui.id);
    await done("keep_reported", "name", ana.id);
    await done("suspend_member", "member", ana.id);
    await done("list_words", "words", null);
    const { log } = await getMember(ctx, ana.id);
    expect(log.map(({ action, subject, subjectId }) => [action, subject, subjectId])).toEqual([
      ["suspend_member", "member", ana.id],
      ["keep_reported", "name", ana.id],
      ["keep_reported", "event_picture", theirs],
      ["hide_reported", "event", theirs],
    ]);
  });
});

const ready = async () => true;

describe("getOverview", () => {
  it("counts sent mails, but not tasks without a mail, and returns the process's own figures", async () => {
    const [guest, organizer] = [await make.member(), await make.member()];
    const eventId = await make.event({ organizer });
    await joinEvent(make.context(guest), { eventId });
    await updateEvent(make.context(organizer), eventId, { title: "Pier Cleanup" });
    const mails = await make.mails();
    const { rows } = await sql<{
      done: number;
    }>`select count(*)::int as done from outbox where done_at is not null`.execute(make.db);
    // The change causes a task that writes one mail for each person.
    expect(rows[0]?.done).toBeGreaterThan(mails.length);
    const { weeks, health } = await getOverview(asHost(make, host), async () => false);
    expect(weeks[0]?.mails).toBe(mails.length);
    expect(health).toMatchObject({ ready: false, lastMail: expect.any(String) });
    expect((await getOverview(asHost(make, host), ready)).health.ready).toBe(true);
    const weekAgo = new Date(Date.now() - 7 * 24 * hour);
    await sql`update outbox set mailed_at = ${weekAgo}
      where id = (select id from outbox where mailed_at is not null limit 1)`.execute(make.db);
    expect((await getOverview(asHost(make, host), ready)).weeks.map((week) => week.mails)).toEqual([
      mails.length - 1,
      1,
      0,
      0,
    ]);
    await make.db.updateTable("outbox").set({ mailed_at: null }).execute();
    expect((await getOverview(asHost(make, host), ready)).health.lastMail).toBeNull();
  });

  it("reports whether the answering process can do its work", async () => {
    const { token } = await hostIn(make);
    for (const isReady of [true, false]) {
      const call = callerOf({ ...make, sendsMail: true, isReady: async () => isReady });
      expect((await call("GET", "/host/overview", { token })).body.health.ready).toBe(isReady);
    }
  });

  it("counts waiting, due and failed tasks, shows those that need attention, and counts by week", async () => {
    await task("later", new Date(Date.now() + hour));
    const late = new Date(Date.now() - hour);
    await task("late", late);
    await task("failed", new Date(Date.now() - 2 * hour));
    // This task was given up before its lease ended.
    await task("just failed", new Date(Date.now() + 60_000));
    await task("done", new Date(Date.now() - 3 * hour));
    const failed = { failed_at: new Date(), reason: "550 no zoe@example.org", attempts: 9 };
    await make.db.updateTable("outbox").set(failed).where("key", "in", ["failed", "just failed"]).execute();
    await make.db.updateTable("outbox").set({ done_at: new Date() }).where("key", "=", "done").execute();
    const { outbox, tasks, weeks, health } = await getOverview(asHost(make, host), ready);
    expect(outbox).toEqual({ waiting: 1, due: 1, failed: 2, oldestDue: late.toISOString() });
    expect(tasks.map(({ failedAt, reason: why }) => [failedAt !== null, why])).toEqual([
      [true, "550 no z…@example.org"],
      [true, "550 no z…@example.org"],
      [false, null],
    ]);
    expect(weeks).toHaveLength(4);
    expect(weeks[0]).toMatchObject({ members: 1, events: 0, registrations: 0, mails: 0 });
    expect(new Date(`${weeks[0]?.from}T00:00Z`).getUTCDay()).toBe(1);
    expect(health.openReports).toBe(0);
  });
});

describe("tasks and reports that need a host's attention", () => {
  it("name the member that a task is for, while they have an account", async () => {
    const { id: memberId } = await make.member({ displayName: "Ana" });
    const { id, email } = await make.member({ displayName: "Rui" });
    const nameless = await make.member({ displayName: "" });
    const at = new Date(Date.now() - hour);
    await enqueueAll(
      make.db,
      [
        { kind: "verify_email", key: "1", payload: { memberId } },
        { kind: "reset_password", key: "2", payload: { email } },
        { kind: "confirm_newsletter", key: "3", payload: { email: "stranger@example.org" } },
        { kind: "verify_email", key: "4", payload: { memberId: newId() } },
        { kind: "verify_email", key: "5", payload: { memberId: nameless.id } },
        { kind: "verify_email", key: "6", payload: { memberId: "a later version's" } },
      ],
      at,
    );
    const { tasks } = await getOverview(ctx, ready);
    const ana = { _id: memberId, name: "Ana" };
    expect(tasks.map(({ kind, member }) => [kind, member])).toEqual([
      ["verify_email", ana],
      ["reset_password", { _id: id, name: "Rui" }],
      ["confirm_newsletter", null],
      ["verify_email", null],
      ["verify_email", { _id: nameless.id, name: nameless.email }],
      ["verify_email", null],
    ]);
  });

  it("include open reports, and the urgent ones among them", async () => {
    const [now, review] = [new Date(), { about: "event", cause: "report" } as const];
    const rows = [2, 3, 4].map((confirmed) => ({
      ...review,
      id: newId(),
      subject_id: newId(),
      opened_at: now,
      reports: confirmed,
      confirmed,
      ...(confirmed === 4 && { decision: "none" as const, decided_at: now, decided_for: reason }),
    }));
    await make.db.insertInto("reviews").values(rows).execute();
    expect((await getOverview(ctx, ready)).health).toMatchObject({ openReports: 2, urgentReports: 1 });
  });
});

const toldInLog = async () => {
  const { rows } = await listHostActions(ctx, LogFilter.parse({}));
  return rows.map(({ subject, title, reviewId }) => [subject, title, reviewId]);
};

describe("listHostActions", () => {
  it("names the subject of an action while that exists, and the review that led to it", async () => {
    const ana = await make.member({ displayName: "Ana", email: "ana@example.org" });
    const eventId = await make.event({ organizer: ana, title: "Tree day" });
    const review = { about: "event", subject_id: eventId, cause: "report" } as const;
    const other = await make.event({ title: "Lake day" });
    const [old, latest, ofPicture, ofOther] = [newId(), newId(), newId(), newId()];
    await make.db
      .insertInto("reviews")
      .values([
        { ...review, id: old, opened_at: new Date(), decision: "none", decided_at: new Date(), decided_for: reason },
        { ...review, id: latest, opened_at: new Date() },
        { ...review, id: ofPicture, about: "event_picture", opened_at: new Date() },
        { ...review, id: ofOther, subject_id: other, opened_at: new Date() },
      ])
      .execute();
    await task("failed", new Date(Date.now() - hour));
    const { id: taskId } = await make.db.selectFrom("outbox").select("id").executeTakeFirstOrThrow();
    await done("keep_reported", "event_picture", eventId);
    await done("hide_reported", "event", eventId);
    await done("suspend_member", "member", ana.id);
    await done("keep_reported", "name", ana.id);
    await done("drop_task", "task", taskId);
    await done("list_words", "words", null);
    const group = { id: newId(), title: "Choir", description: "We sing.", image: null };
    await make.db.insertInto("communities").values(group).execute();
    await done("hide_reported", "community", group.id);
    await done("hide_reported", "event", other);
    expect(await toldInLog()).toEqual([
      ["event", "Lake day", ofOther],
      ["community", "Choir", null],
      ["words", null, null],
      ["task", "expire_offers", null],
      ["name", "ana@example.org", null],
      ["member", "Ana", null],
      ["event", "Tree day", latest],
      ["event_picture", "Tree day", ofPicture],
    ]);
    await make.db.deleteFrom("events").where("id", "=", eventId).execute();
    await make.db.deleteFrom("members").where("id", "=", ana.id).execute();
    expect((await toldInLog()).slice(4)).toEqual([
      ["name", null, null],
      ["member", null, null],
      ["event", null, latest],
      ["event_picture", null, ofPicture],
    ]);
  });
});

describe("hosts' queries", () => {
  it("work only for hosts with a recent proof", async () => {
    const stranger = await make.member();
    const stale = { ...asHost(make, host), provedAt: new Date(Date.now() - 16 * 60_000) };
    for (const [asked, code] of [
      [make.context(stranger), "no_such_call"],
      [{ ...asHost(make, host), sendsMail: false }, "no_such_call"],
      [{ ...asHost(make, host), provedAt: null }, "no_such_call"],
      [stale, "prove_again"],
    ] as const) {
      expect(() => getHostAccess(asked)).toThrow(code);
      for (const read of [
        () => getOverview(asked, ready),
        () => listHostActions(asked, LogFilter.parse({})),
        () => listMembers(asked, MemberFilter.parse({})),
        () => getMember(asked, host.id),
      ])
        expect(await outcomeOf(read())).toBe(code);
    }
  });
});
