import type { Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { forgetInAssertions } from "../assertions/commands.ts";
import { forgetInCommunities, listOwnedAlone } from "../communities/people.ts";
import { type Context, requireMember } from "../context.ts";
import { announceEvent } from "../events/announcing.ts";
import { type LockedEvent, lockEvents } from "../events/locking.ts";
import { Failure } from "../failure.ts";
import { forgetInHostLog } from "../hosting/log.ts";
import { removeEvent } from "../organizing/commands.ts";
import { nameFor } from "../mail.ts";
import { forgetInOutcomes } from "../outcomes/commands.ts";
import { enqueue } from "../outbox.ts";
import { revokeOfMember } from "../records/revoking.ts";
import { endRegistration } from "../registrations/commands.ts";
import { forgetAddress } from "../registrations/added.ts";
import { forgetLeaver } from "../registrations/happenings.ts";
import { registrationsOf } from "../registrations/people.ts";
import { passEventsOn } from "../rights/passing.ts";
import { listCallsNeeded } from "../registrations/to-call.ts";
import { Acknowledged, shape } from "../shapes.ts";
import { isAbout } from "./queries.ts";
import { deletionWait } from "./rules.ts";
import { DeletionAnswer, type FaceWish } from "./shapes.ts";

/**
 * Shows the caller's picture on the pages of events that they have joined, or hides it, at once.
 * @throws Failure sign_in_required
 */
export async function setFaceShown(ctx: Context, { shown }: FaceWish): Promise<Acknowledged> {
  const { id } = requireMember(ctx);
  await ctx.db.updateTable("members").set({ shows_face: shown }).where("id", "=", id).execute();
  ctx.announce("members");
  return shape(Acknowledged, { acknowledged: true });
}

/**
 * Plans the deletion of the caller's account in seven days; a second call keeps the planned day. The only owner of a
 * community names another first, or closes it.
 * @throws Failure sign_in_required, owns_community
 */
export async function planDeletion(ctx: Context): Promise<DeletionAnswer> {
  const { id } = requireMember(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, id);
    if (!member) throw new Failure("sign_in_required");
    if (member.deletion_at) return answer(member.deletion_at);
    await refuseOnlyOwner(tx, ctx);

    const deletionAt = new Date(ctx.now.getTime() + deletionWait);
    await tx.updateTable("members").set({ deletion_at: deletionAt }).where("id", "=", id).execute();
    const payload = { memberId: id };
    await enqueue(tx, { kind: "deletion_planned", key: `deletion_planned:${newId()}`, payload }, ctx.now);
    await enqueue(tx, { kind: "delete_account", key: `delete_account:${newId()}`, payload }, ctx.now, deletionAt);
    return answer(deletionAt);
  });
}

/**
 * Refuses the only owner of a community, who names another first, or closes it.
 * @throws Failure sign_in_required, owns_community
 */
export async function refuseOnlyOwner(db: Context["db"], ctx: Pick<Context, "actor" | "now">): Promise<void> {
  const { id } = requireMember(ctx);
  if ((await listOwnedAlone(db, id, ctx.now)).length > 0) throw new Failure("owns_community");
}

/** Cancels the planned deletion of the caller's account, if there is one. @throws Failure sign_in_required */
export async function keepAccount(ctx: Context): Promise<DeletionAnswer> {
  const { id } = requireMember(ctx);
  await ctx.db.updateTable("members").set({ deletion_at: null }).where("id", "=", id).execute();
  return answer(null);
}

const answer = (deletionAt: Date | null) =>
  shape(DeletionAnswer, { acknowledged: true, deletionAt: deletionAt?.toISOString() ?? null });

/**
 * Deletes a member with all of their data, if the day has come and they have not changed their mind. It cancels their
 * events with notice, but not those of communities that others organize, ends their registrations, and sends them the
 * last mail.
 */
export async function deleteAccount(ctx: Pick<Context, "db" | "now" | "announce">, memberId: string): Promise<void> {
  let changed: LockedEvent[] | null = null;
  while (!changed) changed = await ctx.db.transaction().execute((tx) => deleteIn(tx, memberId, ctx.now));
  for (const event of changed) announceEvent(ctx, event);
  for (const topic of ["members", "communities"]) ctx.announce(topic);
}

/**
 * Events are locked before the member, as everywhere that writes a registration.
 * @returns the changed events; null if the member got another event before their row was locked, and then nothing was
 * done
 */
async function deleteIn(tx: Transaction<Schema>, memberId: string, now: Date) {
  const events = await lockEvents(tx, await eventIdsOf(tx, memberId));
  const member = await lockMember(tx, memberId);
  if (!member?.deletion_at || member.deletion_at > now) return [];
  const locked = new Set(events.map(({ id }) => id));
  if ((await eventIdsOf(tx, memberId)).some((id) => !locked.has(id))) return null;

  // Events of a community stay with its other organizers.
  const passed = new Set((await passEventsOn(tx, { memberId }, now)).map(({ id }) => id));
  // The lists are deleted with their events.
  const toCall = await listCallsNeeded({ db: tx, now }, { organizerId: memberId });
  await forgetInOutcomes(tx, memberId);
  for (const event of events) {
    if (event.organizer_id === memberId && !passed.has(event.id)) await removeEvent(tx, event, now);
    else await endRegistration(tx, event, memberId, now);
  }
  await forgetInCommunities(tx, memberId, now);
  await revokeOfMember(tx, memberId, now);
  await forgetInAssertions(tx, member);
  await forget(tx, member);
  const { suspended_for: reason } = member;
  const payload = { name: nameFor(member), email: member.email, toCall, ...(reason !== null && { reason }) };
  await enqueue(tx, { kind: "account_deleted", key: `account_deleted:${newId()}`, payload }, now);
  return events;
}

/** The events that a member organizes or is registered for. */
async function eventIdsOf(tx: Transaction<Schema>, memberId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("events")
    .select("id")
    .where("organizer_id", "=", memberId)
    .union(tx.selectFrom(registrationsOf(memberId).as("registered")).select("registered.event_id as id"))
    .execute();
  return rows.map(({ id }) => id);
}

type Member = { id: string; name: string; email: string; email_verified: boolean };

/**
 * Deletes the member with the rows that depend on theirs (sessions, ways to log in), and rows with their e-mail address
 * if it is confirmed.
 */
async function forget(tx: Transaction<Schema>, { id, name, email, email_verified }: Member): Promise<void> {
  await forgetInHostLog(tx, { id, name, email });
  await tx.deleteFrom("outbox").where(isAbout("memberId", id)).execute();
  await tx.deleteFrom("pictures").where("owner_id", "=", id).execute();
  await tx.deleteFrom("reviews").where("about", "in", ["name", "photo"]).where("subject_id", "=", id).execute();
  if (email_verified) {
    await tx.deleteFrom("outbox").where(isAbout("email", email)).execute();
    await tx.deleteFrom("subscribers").where("email", "=", email).execute();
    await tx.deleteFrom("ownership_transfers").where("email", "=", email).execute();
    await forgetAddress(tx, email);
    await tx.deleteFrom("invitations").where("email", "=", email).execute();
    await tx
      .updateTable("team_log")
      .set({ words: "" })
      .where("words", "=", email)
      .where("words", "like", "%@%")
      .execute();
    await tx.deleteFrom("contact_messages").where("email", "=", email).execute();
    // Their reports stay open, without their name and address.
    await tx.updateTable("reports").set({ email: null }).where("email", "=", email).execute();
  }
  await forgetLeaver(tx, id);
  await tx.deleteFrom("members").where("id", "=", id).execute();
}

const lockMember = (tx: Transaction<Schema>, id: string) =>
  tx.selectFrom("members").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
