import { sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import { requireHost } from "../hosting/access.ts";
import { recordHostAction } from "../hosting/log.ts";
import { enqueue } from "../outbox.ts";
import type { LimitAttempts } from "../ports.ts";
import type { About } from "../reviews/rules.ts";
import { openReview } from "../reviews/opening.ts";
import { Acknowledged, isId, shape } from "../shapes.ts";
import { ownedBy } from "./queries.ts";
import { type AnswerInput, ListedWords, type ListedWordsInput, type ReportInput } from "./shapes.ts";

/** The network address of a call, and the rate limits that count it. */
type Limited = Context & { limitAttempts: LimitAttempts; from: string };

/**
 * Stores a report about an event, a community, a picture or a name, and sends the reporter a receipt. Each member or
 * address can report a thing once; repeating it changes nothing. Visitors must give an address, and share a common
 * limit.
 * @throws Failure invalid (no address), not_found (nothing that everybody sees), too_many_attempts, too_many_mails
 */
export async function sendReport(ctx: Limited, input: ReportInput): Promise<Acknowledged> {
  const reporter = await reporterOf(ctx, input);
  await limitReports(ctx, reporter);
  await ctx.db.transaction().execute(async (tx) => {
    if (!isId(input.id) || !(await isShown(tx, input.about, input.id))) throw new Failure("not_found");
    const review = await openReview(tx, { about: input.about, subjectId: input.id, cause: "report" }, ctx.now);
    const id = newId();
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("reports")
      .values({
        id,
        review_id: review,
        ...reporter,
        reason: input.reason,
        words: input.words,
        created_at: ctx.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return;
    await tx
      .updateTable("reviews")
      .set((eb) => ({
        reports: eb("reports", "+", 1),
        confirmed: eb("confirmed", "+", reporter.is_confirmed ? 1 : 0),
      }))
      .where("id", "=", review)
      .execute();
    await enqueue(tx, { kind: "report_received", key: `report_received:${id}`, payload: { reportId: id } }, ctx.now);
  });
  return shape(Acknowledged, { acknowledged: true });
}

type Reporter = { reporter_id: string | null; email: string | null; is_confirmed: boolean };

/** @throws Failure invalid (neither an account nor an address) */
async function reporterOf({ actor, db }: Context, { email }: ReportInput): Promise<Reporter> {
  if (actor.kind === "visitor") {
    if (!email) throw new Failure("invalid", [{ path: "email", rule: "rule.email.required" }]);
    return { reporter_id: null, email, is_confirmed: false };
  }
  const { id } = actor.member;
  const member = await db.selectFrom("members").select("email_verified").where("id", "=", id).executeTakeFirst();
  return { reporter_id: id, email: null, is_confirmed: member?.email_verified ?? false };
}

/** Counts visitors' reports by network address, by the address given, and all together. */
async function limitReports({ limitAttempts, from }: Limited, { reporter_id, email }: Reporter): Promise<void> {
  if (reporter_id !== null) return limitAttempts("report", { address: from, account: reporter_id });
  await limitAttempts("report", { address: from });
  await limitAttempts("outreach", { address: from, ...(email !== null && { recipient: email }) });
  await limitAttempts("report_unknown", { account: "everybody" });
}

/** True if the subject is public, and has the name or picture that the report is about. */
async function isShown(tx: Transaction<Schema>, about: About, id: string): Promise<boolean> {
  const shown = {
    event: sql`select from events where id = ${id} and not is_draft`,
    event_picture: sql`select from events where id = ${id} and not is_draft and thumbnail_url is not null`,
    outcome_pictures: sql`select from outcome_pictures
      join events on events.id = event_id join pictures on pictures.id = picture_id
      where event_id = ${id} and not is_draft and hidden_at is null`,
    community: sql`select from communities where id = ${id} and hidden_at is null`,
    community_picture: sql`select from communities where id = ${id} and hidden_at is null and image is not null`,
    community_post: sql`select from community_posts join communities on communities.id = community_id
      where community_posts.id = ${id} and communities.hidden_at is null and community_posts.hidden_at is null`,
    name: sql`select from members where id = ${id}`,
    photo: sql`select from members where id = ${id} and image is not null`,
  } satisfies Record<About, unknown>;
  const { rows } = await sql<{ shown: boolean }>`select exists (${shown[about]}) as shown`.execute(tx);
  return rows[0]?.shown ?? false;
}

/**
 * Stores the calling member's answer to the review of something of theirs that is hidden or waits; it replaces an
 * earlier one. Hosts are told.
 * @throws Failure sign_in_required, not_found, already_decided
 */
export async function answerReview(ctx: Context, id: string, { text }: AnswerInput): Promise<Acknowledged> {
  const member = requireMember(ctx);
  if (!isId(id)) throw new Failure("not_found");
  await ctx.db.transaction().execute(async (tx) => {
    const review = await tx
      .selectFrom("reviews")
      .select(["reviews.id", "decided_at"])
      .where("reviews.id", "=", id)
      .where(ownedBy(member.id, ctx.now))
      .forUpdate()
      .executeTakeFirst();
    if (!review) throw new Failure("not_found");
    if (review.decided_at) throw new Failure("already_decided");
    await tx.updateTable("reviews").set({ answer: text, answered_at: ctx.now }).where("id", "=", id).execute();
    // The key allows one mail, however often the member changes the answer.
    await enqueue(tx, { kind: "review_answered", key: `review_answered:${id}`, payload: { reviewId: id } }, ctx.now);
  });
  return shape(Acknowledged, { acknowledged: true });
}

/**
 * Sets the list of words and links that hold an event back until a host has looked at it; it replaces the old list.
 * Public events stay public until they are changed.
 * @throws Failure no_such_call, prove_again
 */
export async function setListedWords(ctx: Context, { words, reason }: ListedWordsInput): Promise<ListedWords> {
  const host = requireHost(ctx);
  const wanted = [...new Set(words)];
  await ctx.db.transaction().execute(async (tx) => {
    // Without the lock, two hosts at once would merge their lists or insert a word twice.
    await sql`lock table listed_words in share row exclusive mode`.execute(tx);
    await tx.deleteFrom("listed_words").execute();
    const rows = wanted.map((word) => ({ word, listed_at: ctx.now }));
    if (rows.length > 0) await tx.insertInto("listed_words").values(rows).execute();
    const action = { action: "list_words", subject: "words", subjectId: null, reason, by: host.id } as const;
    await recordHostAction(tx, action, ctx.now);
  });
  return shape(ListedWords, { words: wanted.toSorted() });
}
