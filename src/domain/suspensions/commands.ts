import type { Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { announceEvent } from "../events/announcing.ts";
import { type LockedEvent, lockEvents } from "../events/locking.ts";
import { Failure } from "../failure.ts";
import type { Hosted } from "../hosting/access.ts";
import { recordHostAction } from "../hosting/log.ts";
import type { HostReason } from "../hosting/shapes.ts";
import type { AuthProvider } from "../identity.ts";
import { enqueue } from "../outbox.ts";
import { endRegistration } from "../registrations/commands.ts";
import { registrationsOf } from "../registrations/people.ts";
import { passEventsOn } from "../rights/passing.ts";
import { hideEvent, showEvent } from "../reviews/hiding.ts";
import { Acknowledged, isId, shape } from "../shapes.ts";
import { hasEnded, spanOfRow } from "../time-zones/rules.ts";

/** The needs of these commands: the acting host, and a way to end all access to an account. */
type Hosting = Hosted & Pick<AuthProvider, "endAccess">;

/**
 * Locks a member out until the suspension is lifted. Their sessions end at once, and no way of logging in opens the
 * account. Their coming events are hidden as under review, which everyone registered is told; those of communities
 * stay, with another organizer. Their spots at other events are given back as if they had left. They are mailed the
 * reason. Suspending again only changes the reason.
 * @throws Failure not_found, host_stays (one of the hosts)
 */
export async function suspendMember(ctx: Hosting, id: string, { reason }: HostReason): Promise<Acknowledged> {
  let changed: LockedEvent[] | null = null;
  while (!changed) {
    changed = await ctx.db.transaction().execute(async (tx) => {
      const events = await lockEvents(tx, await eventIdsOf(tx, id, ctx.now));
      const member = await requireMemberFor(ctx, tx, id);
      const locked = new Set(events.map((event) => event.id));
      // The member has another event now, which was added before their row was locked.
      if ((await eventIdsOf(tx, id, ctx.now)).some((one) => !locked.has(one))) return null;
      const passed = new Set((await passEventsOn(tx, { memberId: id }, ctx.now)).map((event) => event.id));
      await closeAccount(ctx, tx, id, reason);
      for (const event of events) {
        // A past event is locked only to pass.
        if (hasEnded(spanOfRow(event), ctx.now)) continue;
        if (event.organizer_id !== id || passed.has(event.id)) await endRegistration(tx, event, id, ctx.now);
        else if (isSeen(event)) await hideEvent(tx, event, ctx.now);
      }
      await record(ctx, tx, { action: "suspend_member", id, reason });
      if (!member.suspended_at) await tell(ctx, tx, "member_suspended", id);
      return events;
    });
  }
  for (const event of changed) announceEvent(ctx, event);
  ctx.announce("members");
  return done;
}

/**
 * Lets a member in again, and shows their events, except those hidden for other reasons. Spots that were given back are
 * not restored.
 * @throws Failure not_found (also a member who is not suspended)
 */
export async function liftSuspension(ctx: Hosting, id: string, { reason }: HostReason): Promise<Acknowledged> {
  let shown: LockedEvent[] | null = null;
  while (!shown) {
    shown = await ctx.db.transaction().execute(async (tx) => {
      const events = await lockEvents(tx, await hiddenWith(tx, id));
      const member = await requireMemberFor(ctx, tx, id);
      if (!member.suspended_at) throw new Failure("not_found");
      const locked = new Set(events.map((event) => event.id));
      // A report about another of their events was decided before their row was locked.
      if ((await hiddenWith(tx, id)).some((one) => !locked.has(one))) return null;
      await tx.updateTable("members").set({ suspended_at: null, suspended_for: null }).where("id", "=", id).execute();
      for (const event of events) await showEvent(tx, event, ctx.now);
      await record(ctx, tx, { action: "lift_suspension", id, reason });
      await tell(ctx, tx, "suspension_lifted", id);
      return events;
    });
  }
  for (const event of shown) announceEvent(ctx, event);
  ctx.announce("members");
  return done;
}

/**
 * Deletes a member's account with all its data at once, without the days to reconsider, by the task that ends every
 * account. Until then it cannot log in.
 * @throws Failure not_found, host_stays
 */
export async function deleteMember(ctx: Hosting, id: string, { reason }: HostReason): Promise<Acknowledged> {
  await ctx.db.transaction().execute(async (tx) => {
    await requireMemberFor(ctx, tx, id);
    await closeAccount(ctx, tx, id, reason);
    await tx.updateTable("members").set({ deletion_at: ctx.now }).where("id", "=", id).execute();
    await record(ctx, tx, { action: "delete_member", id, reason });
    await enqueue(tx, { kind: "delete_account", key: `delete_account:${newId()}`, payload: { memberId: id } }, ctx.now);
  });
  return done;
}

const done = shape(Acknowledged, { acknowledged: true });

/** Locks and returns a member who is not a host. @throws Failure not_found, host_stays */
async function requireMemberFor({ hosts }: Hosting, tx: Transaction<Schema>, id: string) {
  if (!isId(id)) throw new Failure("not_found");
  const member = await tx
    .selectFrom("members")
    .select(["email", "email_verified", "suspended_at"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!member) throw new Failure("not_found");
  if (member.email_verified && hosts.has(member.email)) throw new Failure("host_stays");
  return member;
}

/**
 * Returns the events that are not over and that a member organizes, has joined, or waits for, and all events of
 * communities for which they answer.
 */
async function eventIdsOf(tx: Transaction<Schema>, memberId: string, now: Date): Promise<string[]> {
  if (!isId(memberId)) return [];
  const joined = tx
    .selectFrom(registrationsOf(memberId).as("registered"))
    .innerJoin("events", "events.id", "registered.event_id")
    .where("event_end", ">", now)
    .select("registered.event_id as id");
  const rows = await tx
    .selectFrom("events")
    .where("organizer_id", "=", memberId)
    .where((eb) => eb.or([eb("event_end", ">", now), eb("owner_community_id", "is not", null)]))
    .select("id")
    .union(joined)
    .execute();
  return rows.map(({ id }) => id);
}

/** True if the event is public and active. */
const isSeen = ({ review, is_draft, cancelled_at }: LockedEvent) => !review && !is_draft && !cancelled_at;

/**
 * Returns an organizer's events that are hidden or wait only because of the suspension: no host still has to decide
 * about them.
 */
async function hiddenWith(tx: Transaction<Schema>, organizerId: string): Promise<string[]> {
  if (!isId(organizerId)) return [];
  const rows = await tx
    .selectFrom("events")
    .where("organizer_id", "=", organizerId)
    .where("review", "is not", null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("reviews")
            .select("reviews.id")
            .where("about", "=", "event")
            .whereRef("subject_id", "=", "events.id")
            .where("decided_at", "is", null)
            // An event that was hidden with its organizer stays hidden only if a host has hidden the event itself.
            .where((or) => or.or([or("hidden_at", "is not", null), or("events.review", "=", "waiting")])),
        ),
      ),
    )
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

async function closeAccount({ now, endAccess }: Hosting, tx: Transaction<Schema>, id: string, reason: string) {
  await tx
    .updateTable("members")
    .set((eb) => ({ suspended_at: eb.fn.coalesce("suspended_at", eb.val(now)), suspended_for: reason }))
    .where("id", "=", id)
    .execute();
  await endAccess(tx, id);
}

type Done = { action: "suspend_member" | "lift_suspension" | "delete_member"; id: string; reason: string };

const record = ({ by, now }: Hosting, tx: Transaction<Schema>, { action, id, reason }: Done) =>
  recordHostAction(tx, { action, subject: "member", subjectId: id, reason, by }, now);

const tell = (
  { now }: Hosting,
  tx: Transaction<Schema>,
  kind: "member_suspended" | "suspension_lifted",
  memberId: string,
) => enqueue(tx, { kind, key: `${kind}:${newId()}`, payload: { memberId } }, now);
