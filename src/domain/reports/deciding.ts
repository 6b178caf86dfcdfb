import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { rightsAt } from "../access/ending.ts";
import type { LockedEvent } from "../events/locking.ts";
import { Failure } from "../failure.ts";
import type { Hosted } from "../hosting/access.ts";
import { recordHostAction } from "../hosting/log.ts";
import { removeEvent } from "../organizing/commands.ts";
import { enqueueAll, type Task, type Tasks } from "../outbox.ts";
import { listCallsNeeded } from "../registrations/to-call.ts";
import { takeFromRecords } from "../records/keeping.ts";
import { listOrganizers } from "../rights/organizers.ts";
import { endSubject, hideEvent, hideSubject, showSubject } from "../reviews/hiding.ts";
import { Acknowledged, isId, shape } from "../shapes.ts";
import { findReview, isOfEvent, titleOf } from "./queries.ts";
import { endWithoutDates, lockWithDates, showAll, type Together } from "./dates.ts";
import type { Decision, DecisionInput } from "./shapes.ts";

type Found = NonNullable<Awaited<ReturnType<typeof findReview>>>;
type Told = Tasks["review_told"]["what"];

/**
 * Decides a review: nothing is wrong; the subject is hidden until a final decision; it is shown, again or for the first
 * time; or it is deleted. The log records it with the reason. The owner, or everyone who organizes the event, is told
 * of all but the first, and each reporter is told the result once.
 * @throws Failure not_found, already_decided (also for a subject that is already hidden, already shown, or gone)
 */
export async function decideReview(ctx: Hosted, id: string, input: DecisionInput): Promise<Acknowledged> {
  if (!isId(id)) throw new Failure("not_found");
  const changed = await ctx.db.transaction().execute(async (tx) => {
    const before = await findReview(tx, id);
    if (!before) throw new Failure("not_found");
    // Locks the events first, in the same order as everywhere else.
    const { event, dates } =
      before.about === "event" ? await lockWithDates(tx, before.subject_id, ctx.now) : { event: null, dates: [] };
    await tx.selectFrom("reviews").select("id").where("id", "=", id).forUpdate().execute();
    const review = await findReview(tx, id);
    if (!review || review.decided_at || !isPossible(review, event, input.decision))
      throw new Failure("already_decided");

    const topics = await topicsOf(tx, review);
    // A deleted event takes its list with it.
    const toCall: Awaited<ReturnType<typeof listCallsNeeded>> = [];
    for (const { id: eventId } of dates) toCall.push(...(await listCallsNeeded({ db: tx, now: ctx.now }, { eventId })));
    const ends = event && input.decision === "hide" ? { ends: await rightsAt(tx, event.id) } : {};
    const hearers = isOfEvent(review.about)
      ? await listOrganizers(tx, review.subject_id, ctx.now)
      : [review.owner_id].filter((owner) => owner !== null);
    const isDone = await carryOut(tx, review, { event, dates }, input, ctx.now);
    const what = { subject: review.about, subjectId: review.subject_id, reason: input.reason, by: ctx.by };
    await recordHostAction(tx, { action: actions[input.decision], ...what }, ctx.now);
    // A suspended organizer is told when the suspension is lifted and the event is shown.
    if (isDone) await tellOwners(tx, review, input, { hearers, toCall, ...ends, now: ctx.now });
    await tellReporters(tx, review, input.decision, ctx.now);
    return new Set([...topics, ...dates.map((date) => date.id)]);
  });
  for (const topic of changed) ctx.announce(topic);
  return shape(Acknowledged, { acknowledged: true });
}

/** The log's names for the hosts' decisions. */
const actions = {
  none: "keep_reported",
  hide: "hide_reported",
  restore: "restore_reported",
  delete: "delete_reported",
} as const satisfies Record<Decision, string>;

/**
 * True if a decision makes sense: only a public subject can be hidden, and only a hidden one restored. The review of a
 * deleted subject can only be closed. An event that is hidden because its organizer is suspended is not hidden by its
 * own review.
 */
function isPossible(review: Found, event: LockedEvent | null, decision: Decision): boolean {
  if (review.title === null) return decision === "none";
  const isHidden = review.hidden_at !== null || event?.review === "waiting" || waits(review);
  if (decision === "delete") return true;
  return decision === "restore" ? isHidden : !isHidden;
}

/** True for a community or a post that was never public. */
const waits = ({ cause, about, is_withheld }: Found): boolean =>
  cause !== "report" && is_withheld && (about === "community" || about === "community_post");

/** @returns whether it is done: an event whose organizer is suspended stays hidden, even if a host restores it */
async function carryOut(
  tx: Transaction<Schema>,
  review: Found,
  { event, dates }: Together,
  { decision, reason }: DecisionInput,
  now: Date,
): Promise<boolean> {
  const row = tx.updateTable("reviews").where("id", "=", review.id);
  if (decision === "hide") {
    for (const date of dates) if (!date.review) await hideEvent(tx, date, now);
    const withheld = event ? null : await hideSubject(tx, review, now);
    if (withheld === undefined) throw new Failure("already_decided");
    await row.set({ hidden_at: now, hidden_for: reason, withheld }).execute();
    return true;
  }
  // A withheld name or picture is stored only while it may still be restored.
  await row.set({ decision, decided_at: now, decided_for: reason, withheld: null }).execute();
  if (decision === "restore" && event) return showAll(tx, dates, now);
  if (decision === "restore") await showSubject(tx, review);
  if (decision === "delete" && event) {
    for (const date of dates) {
      await removeEvent(tx, date, now);
      await takeFromRecords(tx, date.id, now);
    }
    if (event.series_id) await endWithoutDates(tx, event.series_id, now);
  } else if (decision === "delete") await endSubject(tx, review, now);
  return true;
}

/** The announced topics of the public pages that change with it; of an event, with the page of its community. */
async function topicsOf(tx: Transaction<Schema>, { about, subject_id: id }: Found): Promise<string[]> {
  if (about === "name" || about === "photo") return ["members"];
  if (about === "community_post") {
    const posts = tx.selectFrom("community_posts").where("id", "=", id).select("community_id as of");
    return ["communities", ...(await posts.execute()).map(({ of }) => of)];
  }
  if (!isOfEvent(about)) return ["communities", id];
  const owners = tx.selectFrom("events").where("id", "=", id).select("owner_community_id as of");
  return [id, ...(await owners.execute()).flatMap(({ of }) => of ?? [])];
}

type Telling = Pick<Tasks["review_told"], "toCall" | "ends"> & { hearers: string[]; now: Date };

async function tellOwners(
  tx: Transaction<Schema>,
  review: Found,
  { decision, reason }: DecisionInput,
  { hearers, now, ...telling }: Telling,
) {
  if (decision === "none") return;
  const isFirst = review.hidden_at === null && review.cause !== "report";
  const told = {
    hide: "hidden",
    restore: isFirst ? "approved" : "restored",
    delete: isFirst ? "refused" : "deleted",
  } as const satisfies Record<Exclude<Decision, "none">, Told>;
  const payload: Omit<Tasks["review_told"], "memberId"> = {
    about: review.about,
    title: titleOf(review) ?? "",
    eventId: isOfEvent(review.about) ? review.subject_id : null,
    what: told[decision],
    reason,
    ...telling,
  };
  const key = `review_told:${review.id}:${payload.what}`;
  const tasks = hearers.map((memberId, index): Task => {
    return { kind: "review_told", key: index === 0 ? key : `${key}:${memberId}`, payload: { ...payload, memberId } };
  });
  await enqueueAll(tx, tasks, now);
}

/** Tells each reporter the result once: when the subject is hidden, or otherwise when the review is decided. */
async function tellReporters(tx: Transaction<Schema>, review: Found, decision: Decision, now: Date): Promise<void> {
  const reports = await tx.selectFrom("reports").select("id").where("review_id", "=", review.id).execute();
  const outcome = { none: "kept", hide: "hidden", restore: "kept", delete: "deleted" } as const;
  const tasks = reports.map(({ id }): Task => ({
    kind: "report_decided",
    key: `report_decided:${id}`,
    payload: { reportId: id, outcome: outcome[decision] },
  }));
  await enqueueAll(tx, tasks, now);
}
