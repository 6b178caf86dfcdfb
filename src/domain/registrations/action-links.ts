import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import type { LockedEvent } from "../events/locking.ts";
import { findEvent } from "../events/queries.ts";
import { Failure } from "../failure.ts";
import { noteLeavers } from "../gates/leaving.ts";
import { Acknowledged, shape } from "../shapes.ts";
import { hasBegun, hasEnded, spanOf } from "../time-zones/rules.ts";
import { acceptOfferOf, allocateSpots } from "./allocation.ts";
import { changeRegistrations, endRegistration } from "./commands.ts";
import { noteAbout, type RegistrationRow, removeGuests } from "./party.ts";
import { registrationOf } from "./queries.ts";
import { type AboutInput, type GuestsInput, LinkedRegistration } from "./shapes.ts";

// The action links in mails, for logged-in readers and others. Each function takes the registration id signed into the
// link, or null if the link was not signed by us.

/** A registration that a mail can be about: people without an address get no mail. */
type Linked = RegistrationRow & { member_id: string };

/** @throws Failure spot_gone */
function ofMember(registration: RegistrationRow | undefined): Linked {
  if (!registration?.member_id) throw new Failure("spot_gone");
  return { ...registration, member_id: registration.member_id };
}

type LinkContext = Pick<Context, "db" | "now" | "announce">;

/**
 * Returns the event that a link is about, and the reader's registration there. A member who left and joined again has a
 * new registration, which an old link does not reach.
 * @throws Failure link_broken (no valid id of ours), spot_gone
 */
export async function getLinkedRegistration(
  ctx: Pick<Context, "db" | "now">,
  registrationId: string | null,
): Promise<LinkedRegistration> {
  const { event_id, member_id, attendance_confirmed_at } = await findLinked(ctx, registrationId);
  const event = await findEvent(ctx.db, event_id);
  const registration = await registrationOf(ctx, event_id, member_id);
  if (!event || registration.state === null) throw new Failure("spot_gone");
  const [begun, over] = [hasBegun(spanOf(event), ctx.now), hasEnded(spanOf(event), ctx.now)];
  return shape(LinkedRegistration, { event, registration, begun, over, confirmed: attendance_confirmed_at !== null });
}

/**
 * Records that a member who has joined confirms their attendance.
 * @throws Failure link_broken, spot_gone, event_over, event_cancelled, no_offer (they are waitlisted)
 */
export const confirmAttendanceByLink = (ctx: LinkContext, registrationId: string | null): Promise<Acknowledged> =>
  changeByLink(ctx, registrationId, async (tx, event, registration) => {
    if (event.cancelled_at) throw new Failure("event_cancelled");
    if (registration.status !== "joined") throw new Failure("no_offer");
    await tx
      .updateTable("registrations")
      .set({ attendance_confirmed_at: ctx.now })
      .where("id", "=", registration.id)
      .execute();
  });

/**
 * Accepts the offered spots, as `acceptOffer` does.
 * @throws Failure link_broken, spot_gone, event_over, event_cancelled, no_offer
 */
export const acceptOfferByLink = (ctx: LinkContext, registrationId: string | null): Promise<Acknowledged> =>
  changeByLink(ctx, registrationId, async (tx, event, registration) => {
    await acceptOfferOf(tx, event, registration.member_id, ctx.now);
  });

/**
 * Ends the registration, as `leaveEvent` does.
 * @throws Failure link_broken, spot_gone, event_over
 */
export const leaveByLink = (ctx: LinkContext, registrationId: string | null): Promise<Acknowledged> =>
  changeByLink(ctx, registrationId, async (tx, event, registration) => {
    await endRegistration(tx, event, registration.member_id, ctx.now);
  });

/**
 * Gives back the spots of some guests, or takes those guests off the waitlist; the member stays.
 * @throws Failure link_broken, spot_gone, event_over, not_found (none of them is in the party)
 */
export const removeGuestsByLink = (
  ctx: LinkContext,
  registrationId: string | null,
  { guests }: GuestsInput,
): Promise<Acknowledged> =>
  changeByLink(ctx, registrationId, async (tx, event, registration) => {
    await noteLeavers(tx, event, registration.member_id, ctx.now, guests);
    if ((await removeGuests(tx, registration, guests)) === 0) throw new Failure("not_found");
    await allocateSpots(tx, event, ctx.now);
  });

/**
 * Stores the details that the organizer asks the reader for, about the reader and their guests, as `sayAbout` does.
 * @throws Failure link_broken, spot_gone, event_over
 */
export const sayAboutByLink = (
  ctx: LinkContext,
  registrationId: string | null,
  about: AboutInput,
): Promise<Acknowledged> =>
  changeByLink(ctx, registrationId, (tx, event, registration) => noteAbout(tx, event, registration, about, ctx.now));

async function changeByLink(
  ctx: LinkContext,
  registrationId: string | null,
  change: (tx: Transaction<Schema>, event: LockedEvent, registration: Linked) => Promise<void>,
): Promise<Acknowledged> {
  const { id, event_id } = await findLinked(ctx, registrationId);
  await changeRegistrations(ctx, event_id, async (tx, event) => {
    // The event's row is locked, so the registration cannot change after this read.
    const registration = await tx.selectFrom("registrations").selectAll().where("id", "=", id).executeTakeFirst();
    await change(tx, event, ofMember(registration));
  });
  return shape(Acknowledged, { acknowledged: true });
}

/** Finds the registration that a link is about. @throws Failure link_broken, spot_gone */
async function findLinked({ db }: Pick<Context, "db">, registrationId: string | null): Promise<Linked> {
  if (registrationId === null) throw new Failure("link_broken");
  const registration = await db
    .selectFrom("registrations")
    .selectAll()
    .where("id", "=", registrationId)
    .executeTakeFirst();
  return ofMember(registration);
}
