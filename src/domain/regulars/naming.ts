import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import { requireReachable } from "../members/queries.ts";
import { enqueue } from "../outbox.ts";
import { findPerson } from "../registrations/regular.ts";
import { mayOrganize } from "../rights/queries.ts";
import { type Right, rightFor } from "../rights/rules.ts";
import { Acknowledged, isId, shape } from "../shapes.ts";
import { changeRegulars } from "./commands.ts";
import { countDates, makeIn } from "./joining.ts";
import { findRegular, type Regular, type SeriesOfRegulars } from "./locking.ts";
import { requireSeriesRight } from "./queries.ts";
import { withoutMailMax } from "./rules.ts";
import { type RegularInput, RegularMade } from "./shapes.ts";

type Person = Pick<Regular, "member_id" | "name" | "phone">;

/**
 * Makes a person a regular of a series, for its organizers: a member or a person on the list of one of its dates, or
 * a person by name. They are registered for its dates. A member is told by mail, with a link that stops it. Repeating
 * it for a person on a list changes nothing.
 * @throws Failure sign_in_required, email_unconfirmed, not_found (no such series, or nobody like that on its lists),
 * not_yours, series_over, cannot_join (a block), regulars_full, people_full
 */
export async function makeRegular(ctx: Context, seriesId: string, input: RegularInput): Promise<RegularMade> {
  await requireSeriesRight(ctx, seriesId, rightFor.makeRegular);
  await requireReachable(ctx);
  let insertedId = "";
  await changeRegulars(ctx, seriesId, async (tx, series) => {
    await refuseWithout(tx, ctx, series, rightFor.makeRegular);
    const known = await findKnown(tx, series, input);
    if (known) {
      insertedId = known.id;
      return [];
    }
    const person = await personFrom(tx, series, input);
    const made = await makeIn(tx, series, person, ctx.now);
    insertedId = made.id;
    if (person.member_id !== null) {
      const payload = { memberId: person.member_id, seriesId: series.id };
      await enqueue(tx, { kind: "regular_made", key: `regular_made:${made.id}`, payload }, ctx.now);
    }
    return made.changed;
  });
  return shape(RegularMade, { acknowledged: true, insertedId });
}

/**
 * Ends that a person is a regular of a series, for its organizers. What they are registered for stays, and its mails
 * come as to everybody; no new date has them. Repeating it changes nothing.
 * @throws Failure sign_in_required, not_found, not_yours
 */
export async function endRegularOf(ctx: Context, seriesId: string, regularId: string): Promise<Acknowledged> {
  requireMember(ctx);
  return changeRegulars(ctx, seriesId, async (tx, series) => {
    await refuseWithout(tx, ctx, series, rightFor.endRegularOf);
    if (!isId(regularId)) return [];
    await tx.deleteFrom("regulars").where("id", "=", regularId).where("series_id", "=", series.id).execute();
    return [];
  });
}

/** @throws Failure not_yours */
async function refuseWithout(tx: Transaction<Schema>, ctx: Context, series: SeriesOfRegulars, right: Right) {
  if (!(await mayOrganize(tx, ctx, series, right))) throw new Failure("not_yours");
}

/** Finds the regular who a person on a list is already. */
async function findKnown(tx: Transaction<Schema>, series: SeriesOfRegulars, input: RegularInput) {
  if ("memberId" in input) return findRegular(tx, series, input.memberId);
  if (!("personId" in input)) return undefined;
  const person = await findPerson(tx, input.personId);
  return person?.regular_id
    ? tx
        .selectFrom("regulars")
        .selectAll()
        .where("id", "=", person.regular_id)
        .where("series_id", "=", series.id)
        .executeTakeFirst()
    : undefined;
}

/** @throws Failure not_found (not on a list of the series), people_full */
async function personFrom(tx: Transaction<Schema>, series: SeriesOfRegulars, input: RegularInput): Promise<Person> {
  if ("memberId" in input) {
    if ((await countDates(tx, series.id, input.memberId)) === 0) throw new Failure("not_found");
    return { member_id: input.memberId, name: null, phone: null };
  }
  const { count } = await tx
    .selectFrom("regulars")
    .where("series_id", "=", series.id)
    .where("member_id", "is", null)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count >= withoutMailMax) throw new Failure("people_full");
  if ("name" in input) return { member_id: null, name: input.name, phone: input.phone ?? null };
  const person = await findPerson(tx, input.personId);
  const event =
    person &&
    (await tx
      .selectFrom("events")
      .where("id", "=", person.event_id)
      .where("series_id", "=", series.id)
      .select("id")
      .executeTakeFirst());
  // The name is deleted a year after the event.
  if (!person?.name || !event) throw new Failure("not_found");
  return { member_id: null, name: person.name, phone: person.phone };
}
