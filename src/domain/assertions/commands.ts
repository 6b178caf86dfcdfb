import { type Selectable, sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import { requireProven, requireReachable } from "../members/queries.ts";
import { enqueue } from "../outbox.ts";
import type { LimitAttempts } from "../ports.ts";
import { entriesOf } from "../records/queries.ts";
import { revokeOfEntry } from "../records/revoking.ts";
import { answeredWithin, isAnswerable, isTooLate } from "../records/rules.ts";
import type { RecordEntry } from "../records/shapes.ts";
import { Acknowledged, isId, shape } from "../shapes.ts";
import { hasEnded, spanOf } from "../time-zones/rules.ts";
import { isAskedOf } from "./queries.ts";
import { asksPerDay } from "./rules.ts";
import type { AssertionAnswer, AssertionInput } from "./shapes.ts";

const day = 86_400_000;
const done = () => shape(Acknowledged, { acknowledged: true });

/**
 * Asks the organizer with an address to assert the caller's hours at the caller's own event. The result is the same
 * whether or not the address exists; only the mail differs. Repeating it changes nothing.
 * @throws Failure sign_in_required, email_unconfirmed, not_found (also an event that is not in their record),
 * assertion_needless, event_not_over, assertion_late, under_review, assertion_open, too_many_mails, invalid (their own
 * address, or one that has answered)
 */
export async function askForAssertion(
  ctx: Context & { limitAttempts: LimitAttempts },
  eventId: string,
  { email }: AssertionInput,
): Promise<Acknowledged> {
  const { id: member_id, email: own } = await requireReachable(ctx);
  if (!isId(eventId)) throw new Failure("not_found");
  if (email === own) throw wrong("rule.email.own");
  const key = { member_id, event_id: eventId };
  const entry = await requireAskable(ctx, key);
  if (entry.asked?.state === "asked" && entry.asked.email === email && isAnswerable(entry.asked.at, ctx.now))
    return done();
  await ctx.limitAttempts("outreach", { account: member_id, recipient: email });
  await ctx.db.transaction().execute(async (tx) => {
    await lockMembers(tx, [member_id]);
    // A concurrent correction of the hours waits for this lock, and then finds the question.
    await lockRecord(tx, eventId);
    const { title, eventDate, hours } = await requireAskable({ ...ctx, db: tx }, key);
    if (await isAsked(tx, { ...key, email }, ctx.now)) return;
    const { id } = await tx
      .insertInto("assertions")
      .values({ id: newId(), ...key, email, ...asked({ title, eventDate, hours }, ctx.now) })
      .onConflict((conflict) =>
        conflict
          .columns(["member_id", "event_id", "email"])
          .doUpdateSet({ ...asked({ title, eventDate, hours }, ctx.now), asserted_by: null, said_name: null }),
      )
      .returning("id")
      .executeTakeFirstOrThrow();
    // If it is asked again after it was withdrawn, the same question sends no second mail.
    const payload = { memberId: member_id, assertionId: id };
    await enqueue(tx, { kind: "assertion_asked", key: `${mailOf(id)}${hours}`, payload }, ctx.now);
  });
  return done();
}

const wrong = (rule: "rule.email.own" | "rule.asserter.answered") => new Failure("invalid", [{ path: "email", rule }]);

const mailOf = (id: string) => `assertion_asked:${id}:`;

const asked = ({ title, eventDate, hours }: Pick<RecordEntry, "title" | "eventDate" | "hours">, now: Date) => ({
  title,
  event_date: new Date(eventDate),
  hours,
  status: "asked" as const,
  asked_at: now,
  changed_at: now,
});

type Key = { member_id: string; event_id: string };

/** @throws Failure not_found, assertion_needless, event_not_over, assertion_late, under_review */
async function requireAskable({ db, now }: Pick<Context, "db" | "now">, { member_id, event_id }: Key) {
  const [entry] = await entriesOf(db, member_id, [event_id]);
  if (!entry) throw new Failure("not_found");
  if (entry.kind !== "own") throw new Failure("assertion_needless");
  if (!hasEnded(spanOf(entry), now)) throw new Failure("event_not_over");
  if (isTooLate(spanOf(entry), now)) throw new Failure("assertion_late");
  const hidden = db.selectFrom("events").where("id", "=", event_id).where("review", "=", "hidden").select("id");
  if (await hidden.executeTakeFirst()) throw new Failure("under_review");
  return entry;
}

/**
 * Tests whether the same question is open already. It deletes expired questions; a new question must not exceed the
 * limits.
 * @throws Failure assertion_open, invalid, too_many_mails
 */
async function isAsked(
  tx: Transaction<Schema>,
  { email, ...key }: Key & { email: string },
  now: Date,
): Promise<boolean> {
  const { member_id, event_id } = key;
  await tx
    .deleteFrom("assertions")
    .where("member_id", "=", member_id)
    .where("event_id", "=", event_id)
    .where("status", "<>", "asserted")
    .where("changed_at", "<=", new Date(now.getTime() - answeredWithin * day))
    .execute();
  const ofEntry = await tx
    .selectFrom("assertions")
    .where("member_id", "=", member_id)
    .where("event_id", "=", event_id)
    .select(["email", "status"])
    .forUpdate()
    .execute();
  if (ofEntry.some((row) => row.email === email && row.status === "asked")) return true;
  if (ofEntry.some(({ status }) => status === "asked" || status === "asserted")) throw new Failure("assertion_open");
  if (ofEntry.some((row) => row.email === email && (row.status === "declined" || row.status === "taken_back")))
    throw wrong("rule.asserter.answered");
  const today = await tx
    .selectFrom("assertions")
    .where("member_id", "=", member_id)
    .where("asked_at", ">", new Date(now.getTime() - day))
    .select("asked_at")
    .orderBy("asked_at")
    .execute();
  const [first] = today;
  if (first && today.length >= asksPerDay)
    throw new Failure("too_many_mails", [], Math.ceil((first.asked_at.getTime() + day - now.getTime()) / 1000));
  return false;
}

/**
 * Withdraws the open question about one of the caller's events. Repeating it changes nothing.
 * @throws Failure sign_in_required, not_found, assertion_gone (answered or expired)
 */
export async function withdrawAssertion(ctx: Context, eventId: string): Promise<Acknowledged> {
  const { id: memberId } = requireMember(ctx);
  if (!isId(eventId)) throw new Failure("not_found");
  await ctx.db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom("assertions")
      .where("member_id", "=", memberId)
      .where("event_id", "=", eventId)
      .select(["id", "status"])
      .orderBy("changed_at", "desc")
      .orderBy("id", "desc")
      .forUpdate()
      .execute();
    const [last] = rows;
    if (!last) throw new Failure("not_found");
    const open = rows.find(({ status }) => status === "asked");
    if (!open && last.status !== "withdrawn") throw new Failure("assertion_gone");
    if (!open) return;
    await tx
      .updateTable("assertions")
      .set({ status: "withdrawn", changed_at: ctx.now })
      .where("id", "=", open.id)
      .execute();
    // A question that was not mailed yet counts as never asked: if asked again, it is mailed.
    await tx
      .deleteFrom("outbox")
      .where("kind", "=", "assertion_asked")
      .where("key", "like", `${mailOf(open.id)}%`)
      .where("done_at", "is", null)
      .execute();
  });
  return done();
}

/**
 * Records the second organizer's answer: asserting the hours, declining, or withdrawing an assertion, which ends the
 * credentials based on it. A mail tells the member who asked. Repeating it changes nothing.
 * @throws Failure sign_in_required, email_unconfirmed, not_found (also other people's questions), assertion_gone,
 * assertion_late
 */
export async function answerAssertion(ctx: Context, id: string, { answer }: AssertionAnswer): Promise<Acknowledged> {
  const { id: memberId } = await requireProven(ctx);
  if (!isId(id)) throw new Failure("not_found");
  await ctx.db.transaction().execute(async (tx) => {
    const found = await theirs(tx, id, { memberId, now: ctx.now }).select(["event_id", "member_id"]).executeTakeFirst();
    if (!found) throw new Failure("not_found");
    // Locked in the same order as in other transactions: the members, the record of the event, and the question.
    const [member] = (await lockMembers(tx, [memberId, found.member_id])).filter((one) => one.id === memberId);
    const event = await lockRecord(tx, found.event_id);
    if (!member || !event) throw new Failure("not_found");
    const row = await theirs(tx, id, { memberId, now: ctx.now }).selectAll("assertions").forUpdate().executeTakeFirst();
    if (!row) throw new Failure("not_found");
    if (row.status === answer) return;
    await requireTime(tx, row, { answer, end: event.event_end, now: ctx.now });
    await tx
      .updateTable("assertions")
      .set({ status: answer, changed_at: ctx.now })
      .$if(answer !== "taken_back", (query) => query.set({ asserted_by: memberId }))
      .$if(answer === "asserted", (query) => query.set({ said_name: member.name }))
      .where("id", "=", id)
      .execute();
    if (answer === "taken_back")
      await revokeOfEntry(tx, { memberId: row.member_id, eventId: row.event_id, by: "asserter", now: ctx.now });
    const payload = { memberId: row.member_id, assertionId: id, answer };
    await enqueue(tx, { kind: "assertion_answered", key: `assertion_answered:${newId()}`, payload }, ctx.now);
  });
  return done();
}

/** An assertion that this member was asked for or has answered. */
const theirs = (tx: Transaction<Schema>, id: string, { memberId, now }: { memberId: string; now: Date }) =>
  tx
    .selectFrom("assertions")
    .where("id", "=", id)
    .where((eb) =>
      eb.or([
        eb("asserted_by", "=", memberId),
        eb.and([eb("asserted_by", "is", null), isAskedOf(sql`${memberId}::uuid`, now)]),
      ]),
    );

type Wanted = { answer: AssertionAnswer["answer"]; end: Date; now: Date };

/** @throws Failure assertion_gone, assertion_late */
async function requireTime(tx: Transaction<Schema>, row: Selectable<Schema["assertions"]>, wanted: Wanted) {
  const { answer, end, now } = wanted;
  if (answer === "taken_back" ? row.status !== "asserted" : row.status !== "asked" || !isAnswerable(row.asked_at, now))
    throw new Failure("assertion_gone");
  if (answer === "declined") return;
  if (isTooLate({ end }, now)) throw new Failure("assertion_late");
  if (answer === "taken_back") return;
  // Another organizer has stated hours for it since.
  const [entry] = await entriesOf(tx, row.member_id, [row.event_id]);
  if (entry?.kind !== "own") throw new Failure("assertion_gone");
}

/** Two changes to one member happen one after another, and none while the account is being deleted. */
const lockMembers = (tx: Transaction<Schema>, ids: string[]) =>
  tx.selectFrom("members").where("id", "in", ids).select(["id", "name"]).orderBy("id").forNoKeyUpdate().execute();

/** Corrections of hours and new credentials for the event wait for this lock. */
const lockRecord = (tx: Transaction<Schema>, eventId: string) =>
  tx.selectFrom("record_events").where("event_id", "=", eventId).select(["event_end"]).forUpdate().executeTakeFirst();

/**
 * Drops questions and assertions about an event after a new statement changed its hours, title, date or author, and
 * revokes the credentials based on them. The caller has just made the statement, and holds the event's row in
 * `record_events`.
 */
export async function dropOtherAssertions(tx: Transaction<Schema>, eventId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ memberId: string; isGiven: boolean }>`
    update assertions set status = 'dropped', changed_at = ${now} from record_events said
    where said.event_id = ${eventId} and assertions.event_id = ${eventId} and status in ('asked', 'asserted')
      and (said.title, said.event_date, said.said_by, (
        select hours from asserted_hours
        where asserted_hours.event_id = ${eventId} and asserted_hours.member_id = assertions.member_id
        order by asserted_at desc, asserted_hours.id desc limit 1
      )) is distinct from (assertions.title, assertions.event_date, assertions.member_id, assertions.hours)
    returning assertions.member_id as "memberId", assertions.said_name is not null as "isGiven"`.execute(tx);
  for (const { memberId, isGiven } of rows)
    if (isGiven) await revokeOfEntry(tx, { memberId, eventId, by: "organizer", now });
}

/**
 * Removes the address of a member with a deleted account from the questions to them, and ends the unanswered ones.
 * Their assertions stay, under their name, like those of other organizers.
 */
export async function forgetInAssertions(
  tx: Transaction<Schema>,
  { id, email, email_verified }: { id: string; email: string; email_verified: boolean },
): Promise<void> {
  const own = email_verified ? email : "";
  await tx
    .deleteFrom("assertions")
    .where((eb) => eb.or([eb("asserted_by", "=", id), eb("email", "=", own)]))
    .where("status", "<>", "asserted")
    .execute();
  await tx
    .updateTable("assertions")
    .set({ email: null })
    .where((eb) => eb.or([eb("asserted_by", "=", id), eb("email", "=", own)]))
    .execute();
}
