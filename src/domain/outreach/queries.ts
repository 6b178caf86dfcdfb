import { type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { findEvent } from "../events/queries.ts";
import { Failure } from "../failure.ts";
import type { AttemptsLeft, LinkSigner } from "../ports.ts";
import { registrationsOf } from "../registrations/people.ts";
import { registrationOf } from "../registrations/queries.ts";
import { requireRight } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { shape } from "../shapes.ts";
import { hasBegun, hasEnded, spanOf } from "../time-zones/rules.ts";
import { kindToKnown } from "./known.ts";
import { Tellable, ToldEvent } from "./shapes.ts";
import { candidatesAt, findSource } from "./sources.ts";

/**
 * Returns the people of an earlier event who can be told of an event, for its organizer only.
 * @throws Failure sign_in_required, not_found, not_yours
 */
export async function getTellable(ctx: Context & { attemptsLeft: AttemptsLeft }, eventId: string): Promise<Tellable> {
  const event = await requireRight(ctx, eventId, rightFor.getTellable);
  const { id } = requireMember(ctx);
  const source = await findSource(ctx.db, event, id, ctx.now);
  const found = source ? await candidatesAt(ctx, event, source, id) : [];
  const willing = found.filter(({ is_willing }) => is_willing);
  return shape(Tellable, {
    source: source
      ? {
          eventId: source.id,
          title: source.title,
          eventDate: source.event_date.toISOString(),
          timeZone: source.time_zone,
          isSaid: source.is_said,
        }
      : null,
    came: willing.filter(({ part }) => part === "came").length,
    waited: willing.filter(({ part }) => part === "waited").length,
    unwilling: found.length - willing.length,
    left: await ctx.attemptsLeft(await kindToKnown(ctx, id), id),
  });
}

/** The member and the event behind a link to join. @throws Failure link_broken, spot_gone (they are gone) */
export async function findTold(db: Kysely<Schema>, toldId: string | null) {
  if (toldId === null) throw new Failure("link_broken");
  const told = await db
    .selectFrom("told_people")
    .innerJoin("members", "members.id", "told_people.member_id")
    .where("told_people.id", "=", toldId)
    .where("members.suspended_at", "is", null)
    .select(["event_id", "member_id"])
    .executeTakeFirst();
  if (!told) throw new Failure("spot_gone");
  return told;
}

/**
 * Returns the event that a mail told its reader about, and their registration there.
 * @throws Failure link_broken, spot_gone
 */
export async function getToldEvent(
  ctx: Pick<Context, "db" | "now">,
  links: LinkSigner,
  toldId: string | null,
): Promise<ToldEvent> {
  const { event_id, member_id } = await findTold(ctx.db, toldId);
  const event = await findEvent(ctx.db, event_id);
  if (!event || event.status === "draft") throw new Failure("spot_gone");
  const registration = await registrationOf(ctx, event_id, member_id);
  const [begun, over] = [hasBegun(spanOf(event), ctx.now), hasEnded(spanOf(event), ctx.now)];
  const { rows } = await sql<{ id: string }>`
    select id from ${registrationsOf(member_id)} theirs where event_id = ${event_id}`.execute(ctx.db);
  const spot = rows[0] ? links.sign("registration", rows[0].id) : null;
  return shape(ToldEvent, { event, registration, begun, over, spot });
}
