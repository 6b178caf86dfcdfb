import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { requireReachable } from "../members/queries.ts";
import { createEvent, updateEvent } from "../organizing/commands.ts";
import type { EventCreated } from "../organizing/shapes.ts";
import type { LimitAttempts } from "../ports.ts";
import { refuseWithout } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { isId, shape } from "../shapes.ts";
import { isTheSame } from "./identity.ts";
import { factsOf, mergeOf } from "./merging.ts";
import { factsIn, ownFacts } from "./queries.ts";
import { type EventSource, type ImportInput, type ImportUpdate, ImportUpdated } from "./shapes.ts";

/**
 * Creates an event of the caller from one found elsewhere, by the command and the rules for any new event. It stores
 * the source in the same transaction, so that the event cannot be imported twice.
 * @throws Failure sign_in_required, email_unconfirmed, already_imported, and the failures of `createEvent`
 */
export async function importEvent(
  ctx: Context & { limitAttempts: LimitAttempts; looksFirst?: boolean },
  { source, event }: ImportInput,
): Promise<EventCreated> {
  const member = await requireReachable(ctx);
  return createEvent(ctx, event, async (tx, event_id) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("imports")
      .values({ member_id: member.id, event_id, imported_at: ctx.now, ...columnsOf(source) })
      .onConflict((conflict) => conflict.columns(["uid", "member_id"]).doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) throw new Failure("already_imported");
  });
}

/**
 * Updates an imported event from its source, for its organizer only. The source's changes are applied by the command
 * and the rules for any change, with mails to people who joined; the organizer's own changes stay.
 * @throws Failure sign_in_required, email_unconfirmed, not_found (never imported from there, or another event there),
 * and the failures of `updateEvent`
 */
export async function updateImported(ctx: Context, id: string, { source }: ImportUpdate): Promise<ImportUpdated> {
  await requireReachable(ctx);
  if (!isId(id)) throw new Failure("not_found");
  const row = await ctx.db
    .selectFrom("imports")
    .innerJoin("events", "events.id", "imports.event_id")
    .where("imports.event_id", "=", id)
    .where("imports.uid", "=", source.uid)
    .select([
      "events.id",
      "organizer_id",
      "owner_community_id",
      "is_draft",
      "review",
      "source",
      "title",
      "location",
      "description",
    ])
    .select(["event_date", "event_end", "time_zone"])
    .executeTakeFirst();
  if (!row) throw new Failure("not_found");
  await refuseWithout(ctx.db, ctx, row, rightFor.updateImported);

  // A different event that now has this id at the source must not change it.
  if (!isTheSame({ uid: source.uid, said: factsIn(row) }, source)) throw new Failure("not_found");
  const merge = mergeOf(factsIn(row), ownFacts(row), source);
  const facts = factsOf(source, merge.changes);
  const updated = merge.changes.length > 0 ? await updateEvent(ctx, id, facts) : unchanged;
  // If this update were lost, the next import would find that the event already matches, and store the source then.
  await ctx.db
    .updateTable("imports")
    .set({ ...columnsOf(source), imported_at: ctx.now })
    .where("event_id", "=", id)
    .execute();
  return shape(ImportUpdated, { ...updated, ...merge });
}

const unchanged = { acknowledged: true, modifiedCount: 0 } as const;

/** The source of an event, and the source's data about it. */
function columnsOf({ uid, address, ...facts }: EventSource) {
  const { title, location, description, eventDate, eventEnd, timeZone } = facts;
  const source = { title, location, description, timeZone };
  return {
    uid,
    address,
    source: JSON.stringify({ ...source, eventDate: eventDate.toISOString(), eventEnd: eventEnd.toISOString() }),
  };
}
