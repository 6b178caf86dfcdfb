import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { asHost } from "#test/host.ts";
import { attemptsFor, makeIn, type Make } from "#test/make.ts";
import { newOutcome, overEvent } from "#test/outcomes.ts";
import { getEvent } from "../events/queries.ts";
import type { Member } from "../members/shapes.ts";
import { sayOutcome } from "../outcomes/commands.ts";
import { sendReport } from "./commands.ts";
import { listReviews } from "./queries.ts";
import { ReportInput } from "./shapes.ts";

let make: Make;
let host: Member;
let eventId: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  host = await make.member();
  eventId = await make.event({ title: "Beach Cleanup" });
});

const from = "192.0.2.1";
const report = (by: Member | undefined, more: object = {}) =>
  sendReport(
    { ...make.context(by), from },
    ReportInput.parse({ about: "event", id: eventId, reason: "untrue", words: "Nobody is there.", ...more }),
  );
const reviews = async (state: "open" | "decided" = "open", limit = 100, cursor?: string) =>
  listReviews(asHost(make, host), { state, limit, cursor });

describe("sendReport", () => {
  it("opens one review with each person's report; reporters get a receipt, and the host is told once", async () => {
    const [amina, bruno] = [await make.member(), await make.member()];
    await make.proven(amina);
    await report(amina);
    await report(undefined, { email: "nora@example.org" });
    await report(bruno, { reason: "hurtful" });
    expect((await reviews()).rows).toMatchObject([
      {
        about: "event",
        subjectId: eventId,
        title: "Beach Cleanup",
        reports: 3,
        confirmed: 1,
        urgent: false,
        mainReason: "untrue",
      },
    ]);
    const mails = await make.mails();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ["team@goodturn.example", "Reported: Beach Cleanup"],
      [amina.email, "We have your report"],
      ["nora@example.org", "We have your report"],
      [bruno.email, "We have your report"],
    ]);
    // A stranger may have typed another person's address.
    expect(mails[2]?.text).not.toMatch(/Beach|Nobody is there/);
  });

  it("counts a member or an address once, even if they report again", async () => {
    const amina = await make.member();
    for (const words of ["First.", "Again."]) {
      await report(amina, { words });
      await report(undefined, { words, email: "nora@example.org" });
    }
    const said = await make.db.selectFrom("reports").select("words").orderBy("id").execute();
    expect(said.map(({ words }) => words)).toEqual(["First.", "First."]);
    expect((await reviews()).rows).toMatchObject([{ reports: 2 }]);
    expect(await make.mails()).toHaveLength(3);
  });

  it("hides nothing by itself: only reports by three members with confirmed addresses move a review to the top", async () => {
    const quiet = await make.event({ title: "Reported first" });
    await report(undefined, { id: quiet, email: "a@example.org" });
    const atTop: boolean[][] = [];
    for (let n = 0; n < 3; n++) {
      const member = await make.member();
      // The reports of the quiet event are by members with unconfirmed addresses.
      await report(member, { id: quiet });
      await make.proven(member);
      await report(member);
      atTop.push((await reviews()).rows.map(({ urgent }) => urgent));
    }
    // Two such reports are not enough.
    expect(atTop).toEqual([
      [false, false],
      [false, false],
      [true, false],
    ]);
    const { rows } = await reviews();
    expect(rows.map(({ title, urgent, reports }) => [title, urgent, reports])).toEqual([
      ["Beach Cleanup", true, 3],
      ["Reported first", false, 4],
    ]);
    expect((await getEvent(make.context(), eventId)).status).toBe("active");
  });

  it("is listed in pages, each review once, urgent ones first", async () => {
    const ids = [eventId];
    for (let n = 0; n < 4; n++) ids.push(await make.event());
    for (const id of ids) await report(await make.member(), { id });
    await make.db.updateTable("reviews").set({ reports: 3, confirmed: 3 }).where("subject_id", "=", ids[3]!).execute();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await reviews("open", 2, cursor);
      expect(page.total).toBe(5);
      seen.push(...page.rows.map(({ subjectId }) => subjectId));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(seen).toEqual([ids[3], ids[0], ids[1], ids[2], ids[4]]);
    // The cursor of one list is invalid in the other.
    const { next } = await reviews("open", 2);
    await expect(reviews("decided", 2, next ?? "")).rejects.toMatchObject({ code: "invalid" });
  });

  it("requires an address from visitors, words for 'something else', and a public subject", async () => {
    await expect(report(undefined)).rejects.toMatchObject({
      code: "invalid",
      fields: [{ path: "email", rule: "rule.email.required" }],
    });
    expect(ReportInput.safeParse({ about: "event", id: eventId, reason: "other" }).success).toBe(false);
    const draft = await make.event();
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
    const bare = await make.event({ thumbnailUrl: null });
    const nobody = (about: string, id: string) =>
      expect(report(host, { about, id })).rejects.toMatchObject({ code: "not_found" });
    await nobody("event", draft);
    await nobody("event_picture", bare);
    await nobody("photo", host.id);
    await nobody("community", eventId);
    await report(host, { about: "name", id: host.id });
    expect((await reviews()).rows).toMatchObject([{ about: "name" }]);
  });

  it("accepts only public subjects: no drafts, hidden things or missing pictures", async () => {
    const found = async (about: string, id: string) => (await outcomeOf(report(host, { about, id }))) === "done";
    const set = (columns: { is_draft: boolean }) =>
      make.db.updateTable("events").set(columns).where("id", "=", eventId).execute();
    const community = await make.community();
    const member = await make.member({ photoURL: "https://example.org/me.jpg" });
    const picture = { id: newId(), owner_id: host.id, content: new Uint8Array([1]), created_at: new Date() };
    await make.db.insertInto("pictures").values(picture).execute();
    const { eventId: past } = await overEvent(make, host);
    await sayOutcome(
      make.context(host),
      past,
      newOutcome({ pictures: [`/pictures/${picture.id}.webp`], peopleAgreed: true }),
    );

    expect(await found("photo", member.id)).toBe(true);
    expect(await found("event_picture", eventId)).toBe(true);
    await set({ is_draft: true });
    expect([await found("event", eventId), await found("event_picture", eventId)]).toEqual([false, false]);

    expect(await found("outcome_pictures", past)).toBe(true);
    await make.db.updateTable("pictures").set({ hidden_at: new Date() }).execute();
    expect(await found("outcome_pictures", past)).toBe(false);
    await make.db.updateTable("pictures").set({ hidden_at: null }).execute();
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", past).execute();
    expect(await found("outcome_pictures", past)).toBe(false);

    const shown = async () => [await found("community", community), await found("community_picture", community)];
    expect(await shown()).toEqual([true, false]);
    await make.db.updateTable("communities").set({ image: "https://example.org/us.jpg" }).execute();
    expect(await shown()).toEqual([true, true]);
    await make.db.updateTable("communities").set({ hidden_at: new Date() }).execute();
    expect(await shown()).toEqual([false, false]);
  });

  it("is limited by network address, by member, and for all visitors together", async () => {
    const limited = (limits: Parameters<typeof attemptsFor>[1]) => {
      const { limitAttempts } = attemptsFor(make.db, limits);
      return (by: Member | undefined, address: string, more = {}) =>
        sendReport(
          { ...make.context(by), limitAttempts, from: address },
          ReportInput.parse({ about: "event", id: eventId, reason: "untrue", ...more }),
        );
    };
    const once = { most: 1, seconds: 60 };
    const byAddress = limited({ report: { address: once } });
    await byAddress(undefined, "192.0.2.1", { email: "a@example.org" });
    await byAddress(undefined, "192.0.2.2", { email: "b@example.org" });
    await expect(byAddress(host, "192.0.2.1")).rejects.toMatchObject({ code: "too_many_attempts" });

    const byAccount = limited({ report: { account: once } });
    await byAccount(host, "192.0.2.3");
    await expect(byAccount(host, "192.0.2.4")).rejects.toMatchObject({ code: "too_many_attempts" });

    const together = limited({ report_unknown: { account: once } });
    await together(undefined, "192.0.2.5", { email: "c@example.org" });
    await expect(together(undefined, "192.0.2.6", { email: "d@example.org" })).rejects.toMatchObject({
      code: "too_many_attempts",
    });
    await together(await make.member(), "192.0.2.7");
  });
});
