import { sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { removeEvent } from "../events/commands.ts";
import { Failure } from "../failure.ts";
import { giveUpPlaces } from "../joins/commands.ts";
import { enqueue } from "../outbox.ts";
import { isAbout } from "./queries.ts";
import { deletionWait } from "./rules.ts";
import { DeletionAnswer } from "./shapes.ts";

/**
 * Plans the deletion of the account of the member who asks, in seven days; asked again, it stays planned for when it is.
 * @throws Failure sign_in_required
 */
export async function planDeletion(ctx: Context): Promise<DeletionAnswer> {
  const { id } = requireMember(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, id);
    if (!member) throw new Failure("sign_in_required");
    if (member.deletion_at) return answer(member.deletion_at);

    const deletionAt = new Date(ctx.now.getTime() + deletionWait);
    await tx.updateTable("members").set({ deletion_at: deletionAt }).where("id", "=", id).execute();
    const payload = { memberId: id };
    await enqueue(tx, { kind: "deletion_planned", key: `deletion_planned:${newId()}`, payload }, ctx.now);
    await enqueue(tx, { kind: "delete_account", key: `delete_account:${newId()}`, payload }, ctx.now, deletionAt);
    return answer(deletionAt);
  });
}

/** Keeps the account of the member who asks, whether or not it was to be deleted. @throws Failure sign_in_required */
export async function keepAccount(ctx: Context): Promise<DeletionAnswer> {
  const { id } = requireMember(ctx);
  await ctx.db.updateTable("members").set({ deletion_at: null }).where("id", "=", id).execute();
  return answer(null);
}

const answer = (deletionAt: Date | null) =>
  DeletionAnswer.parse({ acknowledged: true, deletionAt: deletionAt?.toISOString() ?? null });

/**
 * Deletes a member and all that is theirs, when it is time and they have not changed their mind. Their events are
 * cancelled with notice, their places are free again, and the last mail tells them.
 */
export async function deleteAccount(ctx: Omit<Context, "actor">, memberId: string): Promise<void> {
  let changed: { id: string }[] | null = null;
  while (!changed) changed = await ctx.db.transaction().execute((tx) => deleteIn(tx, memberId, ctx.now));
  for (const { id } of changed) ctx.announce(id);
}

/**
 * Events are locked before the member, as by everybody who writes a join, and in the order of their ids, so that two at once
 * wait for each other and not in a circle.
 * @returns the events that it changed; null when the member has got another one until the member's row was locked, and nothing is done
 */
async function deleteIn(tx: Transaction<Schema>, memberId: string, now: Date) {
  const events = await eventsOf(tx, memberId).orderBy("id").forUpdate().execute();
  const member = await lockMember(tx, memberId);
  if (!member?.deletion_at || member.deletion_at > now) return [];
  const locked = new Set(events.map(({ id }) => id));
  if ((await eventsOf(tx, memberId).execute()).some(({ id }) => !locked.has(id))) return null;

  for (const event of events) {
    if (event.organizer_id === memberId) await removeEvent(tx, event, now);
    else await giveUpPlaces(tx, event, memberId, now);
  }
  await leaveCommunities(tx, memberId);
  await forget(tx, member);
  const payload = { name: member.name, email: member.email };
  await enqueue(tx, { kind: "account_deleted", key: `account_deleted:${newId()}`, payload }, now);
  return events;
}

/** The events that a member organises or has places at, or waits for. */
const eventsOf = (tx: Transaction<Schema>, memberId: string) =>
  tx
    .selectFrom("events")
    .selectAll()
    .where((eb) =>
      eb.or([
        eb("organizer_id", "=", memberId),
        eb("id", "in", eb.selectFrom("joins").select("event_id").where("member_id", "=", memberId)),
      ]),
    );

/** The memberships, with their counts. */
async function leaveCommunities(tx: Transaction<Schema>, memberId: string): Promise<void> {
  const communities = await tx
    .deleteFrom("memberships")
    .where("member_id", "=", memberId)
    .returning("community_id")
    .execute();
  for (const { community_id } of communities.toSorted((a, b) => a.community_id.localeCompare(b.community_id))) {
    await tx
      .updateTable("communities")
      .set((eb) => ({ members: eb("members", "-", 1) }))
      .where("id", "=", community_id)
      .execute();
  }
}

type Member = { id: string; email: string; email_verified: boolean };

/** The member, with what goes by the member's row (sessions, ways to log in), and what goes by their e-mail if it is theirs. */
async function forget(tx: Transaction<Schema>, { id, email, email_verified }: Member): Promise<void> {
  await tx.deleteFrom("outbox").where(isAbout("memberId", id)).execute();
  await tx.deleteFrom("pictures").where("owner_id", "=", id).execute();
  await sql`delete from verifications where value like ${`%${id}%`}`.execute(tx);
  if (email_verified) {
    await tx.deleteFrom("outbox").where(isAbout("email", email)).execute();
    await tx.deleteFrom("subscribers").where("email", "=", email).execute();
    await tx.deleteFrom("handovers").where("email", "=", email).execute();
    await tx.deleteFrom("contact_messages").where("email", "=", email).execute();
  }
  await tx.deleteFrom("members").where("id", "=", id).execute();
}

const lockMember = (tx: Transaction<Schema>, id: string) =>
  tx.selectFrom("members").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
