import { type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import { findEvent } from "../events/queries.ts";
import { Failure } from "../failure.ts";
import type { LinkSigner } from "../ports.ts";
import { findAdded } from "../registrations/added.ts";
import { stateOf } from "../registrations/shapes.ts";
import { shape } from "../shapes.ts";
import { hasBegun, hasEnded, spanOf } from "../time-zones/rules.ts";
import { AddedSpot } from "./shapes.ts";

/** The person behind a link. @throws Failure link_broken, spot_gone (they were removed) */
export async function requireAdded(db: Kysely<Schema>, addedId: string | null) {
  if (addedId === null) throw new Failure("link_broken");
  const added = await findAdded(db, addedId);
  if (!added) throw new Failure("spot_gone");
  return added;
}

/**
 * Returns the member who has confirmed an address. A site that sends no mail cannot confirm any, so there it is the
 * member with that address. The query locks their row, so that it stays until the transaction ends.
 * @throws Failure spot_gone, if they are suspended
 */
export async function findOwner(
  { db, sendsMail }: Pick<Context, "db" | "sendsMail">,
  email: string,
): Promise<{ id: string } | null> {
  const { rows } = await sql<{ id: string; is_suspended: boolean }>`
    select id, suspended_at is not null as is_suspended from members
    where email = ${email} and (email_verified or ${!sendsMail}::boolean) for key share`.execute(db);
  if (rows[0]?.is_suspended) throw new Failure("spot_gone");
  return rows[0] ?? null;
}

/**
 * Returns the spot that an organizer holds by name for the reader of a mail.
 * @throws Failure link_broken, spot_gone
 */
export async function getAddedSpot(
  ctx: Pick<Context, "db" | "now" | "sendsMail">,
  links: LinkSigner,
  addedId: string | null,
): Promise<AddedSpot> {
  const added = await requireAdded(ctx.db, addedId);
  const event = await findEvent(ctx.db, added.event_id);
  if (!event || event.status === "draft") throw new Failure("spot_gone");
  const isTaken = added.email === null;
  const owner = added.email === null ? null : await findOwner(ctx, added.email);
  return shape(AddedSpot, {
    event,
    begun: hasBegun(spanOf(event), ctx.now),
    over: hasEnded(spanOf(event), ctx.now),
    state: stateOf(added.status),
    isTaken,
    wasListed: added.freed,
    newcomer: added.email !== null && owner === null ? { name: added.name ?? "", email: added.email } : null,
    spot: isTaken ? links.sign("registration", added.registration_id) : null,
  });
}
