import { type Kysely, sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { lockedShownFor } from "../events/locking.ts";
import { findCalendarEntry } from "../events/queries.ts";
import { Failure } from "../failure.ts";
import { asText } from "../mail.ts";
import { requireReachable } from "../members/queries.ts";
import { enqueueAll, type Task } from "../outbox.ts";
import type { AttemptsLeft, LimitAttempts } from "../ports.ts";
import { joinAs } from "../registrations/commands.ts";
import { isRegistered } from "../registrations/people.ts";
import { requireRight } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { Acknowledged, shape } from "../shapes.ts";
import { hasEnded, spanOfRow } from "../time-zones/rules.ts";
import { kindToKnown } from "./known.ts";
import { toldMail } from "./mails.ts";
import { findTold } from "./queries.ts";
import type { Part } from "./rules.ts";
import { type TellInput, TellPreview, Told } from "./shapes.ts";
import { type Candidate, candidatesAt, findSource, type Source, type ToTell } from "./sources.ts";

type Telling = Context & { limitAttempts: LimitAttempts; attemptsLeft: AttemptsLeft };

/**
 * Mails the people of an earlier event that there is a new one, each once for an event; with as many as the day's limit
 * leaves, those who came first. Readers whose mailboxes have enough mail for today are left for another day.
 * @throws Failure sign_in_required, not_found, not_yours, email_unconfirmed, under_review, event_draft, event_over,
 * event_cancelled, invalid (nobody to tell), too_many_mails
 */
export async function tellPeople(ctx: Telling, eventId: string, input: TellInput): Promise<Told> {
  const event = await requireRight(ctx, eventId, rightFor.tellPeople);
  const { id: memberId } = await requireReachable(ctx);
  requireToCome(event, ctx.now);
  const { people } = await peopleFor(ctx, event, memberId, input.parts);
  const kind = await kindToKnown(ctx, memberId);
  const left = (await ctx.attemptsLeft(kind, memberId)) ?? people.length;
  const told = people.slice(0, Math.max(1, left));
  await ctx.limitAttempts(kind, { account: memberId }, told.length);
  const reachable = await withRoomToday(ctx, told);
  const count = await ctx.db.transaction().execute(async (tx) => {
    const locked = await lockedShownFor(tx, ctx, eventId, rightFor.tellPeople);
    requireToCome(locked, ctx.now);
    // A second request at the same time may have told them meanwhile.
    const now = await peopleFor({ ...ctx, db: tx }, locked, memberId, input.parts);
    const chosen = now.people.filter(({ id }) => reachable.has(id));
    const rows = chosen.map(({ id, part }) => ({
      id: newId(),
      event_id: locked.id,
      member_id: id,
      source_id: now.source.id,
      part,
      words: input.text,
      told_by: memberId,
      told_at: ctx.now,
    }));
    if (rows.length === 0) return 0;
    for (let from = 0; from < rows.length; from += atOnce) {
      await tx
        .insertInto("told_people")
        .values(rows.slice(from, from + atOnce))
        .execute();
    }
    const tasks = rows.map(({ id }): Task => ({ kind: "told", key: `told:${id}`, payload: { toldId: id } }));
    await enqueueAll(tx, tasks, ctx.now);
    return rows.length;
  });
  return shape(Told, { acknowledged: true, told: count });
}

/** The number of rows per statement: PostgreSQL takes 65,535 parameters. */
const atOnce = 1000;

/** Returns the ids of the people whose mailboxes get another mail from others today. */
async function withRoomToday({ limitAttempts }: Telling, people: Candidate[]): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const { id, email } of people) {
    try {
      await limitAttempts("outreach", { recipient: email });
      ids.add(id);
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== "too_many_mails") throw error;
    }
  }
  return ids;
}

/**
 * Returns the mail as its first reader would get it; sends nothing.
 * @throws Failure sign_in_required, not_found, not_yours, under_review, event_draft, event_over, event_cancelled,
 * invalid (nobody to tell)
 */
export async function previewTelling(ctx: Context, eventId: string, input: TellInput): Promise<TellPreview> {
  const event = await requireRight(ctx, eventId, rightFor.previewTelling);
  requireToCome(event, ctx.now);
  const { people, source } = await peopleFor(ctx, event, requireMember(ctx).id, input.parts);
  const [reader] = people;
  const about = await findCalendarEntry(ctx.db, event.id);
  if (!reader || !about) throw new Failure("not_found");
  const before = { title: source.title, date: source.event_date, timeZone: source.time_zone };
  const letter = toldMail(
    { ...reader, event: about },
    { words: input.text, part: reader.part, source: before, page: `${ctx.address}/told#` },
    ctx,
  );
  return shape(TellPreview, { to: reader.name, replyTo: letter.replyTo ?? null, ...asText(letter) });
}

/**
 * Finds the earlier event and its people to tell, who want to be told.
 * @throws Failure invalid (nobody)
 */
async function peopleFor(
  ctx: Pick<Context, "db" | "now" | "sendsMail"> & { db: Kysely<Schema> | Transaction<Schema> },
  event: ToTell,
  memberId: string,
  parts: readonly Part[],
): Promise<{ people: Candidate[]; source: Source }> {
  const source = await findSource(ctx.db, event, memberId, ctx.now);
  const found = source ? await candidatesAt(ctx, event, source, memberId) : [];
  const people = found.filter(({ part, is_willing }) => is_willing && parts.includes(part));
  if (!source || people.length === 0) throw new Failure("invalid", [{ path: "parts", rule: "rule.tell.nobody" }]);
  return { people, source };
}

type Timed = { is_draft: boolean; review: string | null; cancelled_at: Date | null } & Parameters<typeof spanOfRow>[0];

/** @throws Failure under_review, event_draft, event_cancelled, event_over */
function requireToCome(event: Timed, now: Date): void {
  if (event.review === "hidden") throw new Failure("under_review");
  if (event.is_draft) throw new Failure("event_draft");
  if (event.cancelled_at) throw new Failure("event_cancelled");
  if (hasEnded(spanOfRow(event), now)) throw new Failure("event_over");
}

/**
 * Registers the reader of such a mail, signed in or not, by the id signed into its link. A reader who is
 * registered keeps their spot.
 * @throws Failure link_broken, spot_gone, and as `joinEvent` does
 */
export async function joinToldEvent(
  ctx: Pick<Context, "db" | "now" | "announce">,
  toldId: string | null,
): Promise<Acknowledged> {
  const { event_id, member_id } = await findTold(ctx.db, toldId);
  const { rows } = await sql<{ is: boolean }>`select ${isRegistered(event_id, member_id)} as is`.execute(ctx.db);
  if (!rows[0]?.is) await joinAs(ctx, { eventId: event_id }, member_id);
  return shape(Acknowledged, { acknowledged: true });
}
