import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { type Proving, requireProof, requireStillIn, tellOfRight } from "../access/proof.ts";
import { isBlockedBetween } from "../blocks/queries.ts";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import { enqueue, enqueueAll, type Task } from "../outbox.ts";
import type { LimitAttempts, LinkSigner } from "../ports.ts";
import { isOpenAt, isOwner } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { oneLine } from "../rules.ts";
import { Acknowledged, isId, shape } from "../shapes.ts";
import { recordAction } from "../team-log/commands.ts";
import { type At, columnOf, columnsOf, inLog, type LockedPlace, lockPlace, lockPlaceFor } from "./places.ts";
import { mayDo, requireAt, roleHere } from "./places.ts";
import { invitationPath, openFor, organizersMax } from "./rules.ts";
import { Invitation, InvitationAccepted, type InvitationInput, InvitationMade, OpenInvitation } from "./shapes.ts";

const rightToInvite = (at: At) => ("eventId" in at ? rightFor.inviteToEvent : rightFor.inviteToCommunity);
const rightToEnd = (at: At) => ("eventId" in at ? rightFor.endEventInvitation : rightFor.endCommunityInvitation);

/** The hash of a link's secret, by which its row is found. */
const hashOf = (secret: string) => createHash("sha256").update(secret).digest("base64url");

/**
 * Invites a person to organize an event or a community with the caller: the owner of an address, by mail, or one person
 * with a link. A new invitation of an address replaces the earlier one. A mail tells the caller.
 * @throws Failure sign_in_required, not_found, not_yours, log_in_again, email_unconfirmed, under_review, invalid (one's
 * own address), already_organizer, organizers_full, too_many_mails
 */
export async function invite(
  ctx: Proving & { limitAttempts: LimitAttempts; links: LinkSigner },
  at: At,
  { email }: InvitationInput,
): Promise<InvitationMade> {
  await requireAt(ctx, at, rightToInvite(at));
  const member = await requireProof(ctx);
  await ctx.limitAttempts("outreach", { account: member.id, ...(email !== undefined && { recipient: email }) });
  return ctx.db.transaction().execute(async (tx) => {
    const place = await lockPlaceFor(tx, ctx, at, rightToInvite(at));
    if (place.event?.review === "hidden") throw new Failure("under_review");
    if (email === member.email) throw new Failure("invalid", [{ path: "email", rule: "rule.email.own" }]);
    await requireStillIn(tx, ctx);
    if (email !== undefined) await requireNew(tx, place, email, ctx.now);
    await tx
      .deleteFrom("invitations")
      .where(columnOf(place), "=", place.id)
      .where((eb) =>
        eb.or([eb("expires_at", "<=", ctx.now), ...(email === undefined ? [] : [eb("email", "=", email)])]),
      )
      .execute();
    await requireRoom(tx, place, ctx.now);

    const id = newId();
    const secret = ctx.links.sign("invitation", id);
    const times = { invited_at: ctx.now, expires_at: new Date(ctx.now.getTime() + openFor) };
    const row = { id, ...columnsOf(place), email: email ?? null, invited_by: member.id, ...times };
    await tx
      .insertInto("invitations")
      .values({ ...row, secret_hash: hashOf(secret) })
      .execute();
    if (email !== undefined) {
      const payload = { invitationId: id };
      await enqueue(tx, { kind: "organizer_invited", key: `organizer_invited:${id}`, payload }, ctx.now);
    }
    const told = { memberId: member.id, what: "invitation" as const, email: email ?? "", ...titled(place) };
    await tellOfRight(tx, told, ctx.now);
    await recordAction(tx, inLog(place), { action: "invited", words: email ?? "" }, ctx);
    return shape(InvitationMade, {
      acknowledged: true,
      invitation: toOpen({ ...row, name: member.displayName }),
      url: email === undefined ? ctx.address + invitationPath(secret) : null,
    });
  });
}

const titled = ({ about, id }: LockedPlace) => (about === "event" ? { eventId: id } : { communityId: id });

/** Converts an invitation's row to what organizers see of it. */
export const toOpen = (row: { id: string; email: string | null; name: string; expires_at: Date }): OpenInvitation =>
  shape(OpenInvitation, {
    _id: row.id,
    email: row.email,
    invitedBy: oneLine(row.name),
    expiresAt: row.expires_at.toISOString(),
  });

/** @throws Failure already_organizer, if the owner of an address has a role here */
async function requireNew(tx: Transaction<Schema>, place: LockedPlace, email: string, now: Date): Promise<void> {
  const member = await tx
    .selectFrom("members")
    .select("id")
    .where("email", "=", email)
    .where("email_verified", "=", true)
    .executeTakeFirst();
  if (member && (await roleHere(tx, place, member.id, now))) throw new Failure("already_organizer");
}

/** @throws Failure organizers_full */
async function requireRoom(tx: Transaction<Schema>, place: LockedPlace, now: Date): Promise<void> {
  const column = columnOf(place);
  const held = tx.selectFrom("rights").where(column, "=", place.id).where(isOpenAt(now));
  const open = tx.selectFrom("invitations").where(column, "=", place.id);
  const [{ organizers }, { invited }] = [
    await held.select((eb) => eb.fn.countAll<number>().as("organizers")).executeTakeFirstOrThrow(),
    await open.select((eb) => eb.fn.countAll<number>().as("invited")).executeTakeFirstOrThrow(),
  ];
  if (organizers + invited >= organizersMax) throw new Failure("organizers_full");
}

/**
 * Takes back an invitation. Repeating it changes nothing.
 * @throws Failure sign_in_required, not_found (no such event or community), not_yours
 */
export async function endInvitation(ctx: Context, at: At, invitationId: string): Promise<Acknowledged> {
  return ctx.db.transaction().execute(async (tx) => {
    const place = await lockPlaceFor(tx, ctx, at, rightToEnd(at));
    const ended = await tx
      .deleteFrom("invitations")
      .where(columnOf(place), "=", place.id)
      .where("id", "=", isId(invitationId) ? invitationId : place.id)
      .returning("email")
      .executeTakeFirst();
    if (ended) await recordAction(tx, inLog(place), { action: "invitation_ended", words: ended.email ?? "" }, ctx);
    return shape(Acknowledged, { acknowledged: true });
  });
}

/** Finds an invitation that is open, by the secret of its link. @throws Failure invitation_gone */
async function findOpen({ db, now }: Pick<Context, "db" | "now">, secret: string) {
  const row = await db
    .selectFrom("invitations")
    .innerJoin("members", "members.id", "invitations.invited_by")
    .leftJoin("events", "events.id", "invitations.event_id")
    .leftJoin("communities", "communities.id", "invitations.community_id")
    .where("secret_hash", "=", hashOf(secret))
    .where("expires_at", ">", now)
    .select(["invitations.id", "invitations.event_id", "community_id", "invitations.email", "expires_at"])
    .select(["members.name", "events.title as event", "communities.title as community"])
    .executeTakeFirst();
  if (!row) throw new Failure("invitation_gone");
  return row;
}

/**
 * Returns an open invitation to everyone who has its link: who invites, and to what.
 * @throws Failure invitation_gone (unknown, accepted, declined, taken back or expired)
 */
export async function readInvitation(ctx: Pick<Context, "db" | "now">, secret: string): Promise<Invitation> {
  const row = await findOpen(ctx, secret);
  return shape(Invitation, {
    ...aboutOf(row),
    title: oneLine(row.event ?? row.community ?? ""),
    invitedBy: oneLine(row.name),
    isForAddress: row.email !== null,
    expiresAt: row.expires_at.toISOString(),
  });
}

const aboutOf = ({ event_id, community_id }: { event_id: string | null; community_id: string | null }) =>
  event_id === null
    ? { about: "community" as const, aboutId: community_id ?? "" }
    : { about: "event" as const, aboutId: event_id };

/**
 * Makes the calling member an organizer, once. An invitation of an address is for the account with that confirmed
 * address alone. It ends if its sender may no longer invite, and if a block stands between the caller and an owner;
 * the refusal does not say so.
 * @throws Failure sign_in_required, invitation_gone, other_account, email_unconfirmed, already_organizer, under_review
 */
export async function acceptInvitation(ctx: Context, secret: string): Promise<InvitationAccepted> {
  const { id } = requireMember(ctx);
  const found = await findOpen(ctx, secret);
  const about = aboutOf(found);
  const at: At = about.about === "event" ? { eventId: about.aboutId } : { communityId: about.aboutId };
  await ctx.db.transaction().execute(async (tx) => {
    const place = await lockPlace(tx, at).catch(gone);
    const invitation = await lockOpen(tx, found.id, id, ctx.now);
    const { me } = invitation;
    if (invitation.email !== null && invitation.email !== me.email) throw new Failure("other_account");
    if (!me.email_verified && (ctx.sendsMail || invitation.email !== null)) throw new Failure("email_unconfirmed");
    if (place.event?.review === "hidden") throw new Failure("under_review");
    const inviters = await roleHere(tx, place, invitation.invited_by, ctx.now);
    if (!mayDo(inviters, rightToInvite(at)) || (await isBlockedByOwner(tx, place, id, ctx.now)))
      throw new Failure("invitation_gone");
    if (await roleHere(tx, place, id, ctx.now)) throw new Failure("already_organizer");

    await tx.deleteFrom("invitations").where("id", "=", invitation.id).execute();
    const given = { given_by: invitation.invited_by, given_at: ctx.now };
    await tx
      .insertInto("rights")
      .values({ id: newId(), member_id: id, ...columnsOf(place), role: "organizer", ...given })
      .execute();
    await tellOwners(tx, place, id, ctx.now);
    await recordAction(tx, inLog(place), { action: "accepted" }, ctx);
  });
  return shape(InvitationAccepted, { acknowledged: true, ...about });
}

const gone = (error: unknown): never => {
  throw error instanceof Failure ? new Failure("invitation_gone") : error;
};

/**
 * Locks an open invitation, after the rows of its sender and of the caller, because an ending of all access locks them
 * in this order.
 */
async function lockOpen(tx: Transaction<Schema>, invitationId: string, memberId: string, now: Date) {
  const read = tx.selectFrom("invitations").select(["id", "email", "invited_by"]).where("id", "=", invitationId);
  const known = await read.executeTakeFirst();
  if (!known) throw new Failure("invitation_gone");
  const people = await tx
    .selectFrom("members")
    .where("id", "in", [known.invited_by, memberId])
    .select(["id", "email", "email_verified", "suspended_at"])
    .orderBy("id")
    .forShare()
    .execute();
  const me = people.find((person) => person.id === memberId);
  if (!me || me.suspended_at) throw new Failure("sign_in_required");
  const row = await read.where("expires_at", ">", now).forUpdate().executeTakeFirst();
  if (!row) throw new Failure("invitation_gone");
  return { ...row, me };
}

/** Tests whether a block stands between a member and an owner of a place. */
async function isBlockedByOwner(tx: Transaction<Schema>, place: LockedPlace, memberId: string, now: Date) {
  const owner = await tx
    .selectFrom("members")
    .where(isOwner(sql`members.id`, place.event ?? { communityId: place.id }, now))
    .where(isBlockedBetween(sql`members.id`, sql`${memberId}::uuid`))
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return owner !== undefined;
}

/** Tells the owners that a person became an organizer. */
async function tellOwners(tx: Transaction<Schema>, place: LockedPlace, organizerId: string, now: Date): Promise<void> {
  const owners = await tx
    .selectFrom("members")
    .where(isOwner(sql`members.id`, place.event ?? { communityId: place.id }, now))
    .select("id")
    .execute();
  const tasks = owners.map(({ id: memberId }): Task => {
    const payload = { memberId, organizerId, ...titled(place) };
    return { kind: "organizer_accepted", key: `organizer_accepted:${newId()}`, payload };
  });
  await enqueueAll(tx, tasks, now);
}

/** Declines an invitation, for everyone who has its link. @throws Failure invitation_gone */
export async function declineInvitation(ctx: Pick<Context, "db" | "now">, secret: string): Promise<Acknowledged> {
  const { id } = await findOpen(ctx, secret);
  await ctx.db.deleteFrom("invitations").where("id", "=", id).execute();
  return shape(Acknowledged, { acknowledged: true });
}
