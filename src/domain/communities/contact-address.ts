import { newId } from "#db/schema.server.ts";
import { type Proving, requireProof, requireStillIn } from "../access/proof.ts";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import { enqueueAll, type Task } from "../outbox.ts";
import type { LimitAttempts } from "../ports.ts";
import { mayRun } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { Acknowledged, isId, shape } from "../shapes.ts";
import { announceCommunity } from "./announcing.ts";
import { lockCommunityFor } from "./locking.ts";
import { ownersOf } from "./people.ts";
import { CommunityAddress, type CommunityAddressInput } from "./shapes.ts";

/**
 * Mails a link to the address at which a community wants to be reached; opening the link confirms it. All of its owners
 * are told, at the addresses of their accounts.
 * @throws Failure sign_in_required, log_in_again, email_unconfirmed, not_found, not_yours, too_many_attempts,
 * too_many_mails
 */
export async function askForCommunityAddress(
  ctx: Proving & { limitAttempts: LimitAttempts },
  communityId: string,
  { email }: CommunityAddressInput,
): Promise<Acknowledged> {
  const { id: memberId } = await requireProof(ctx);
  if (!isId(communityId) || !(await mayRun(ctx.db, ctx, communityId, rightFor.askForCommunityAddress)))
    await ctx.db.transaction().execute((tx) => lockCommunityFor(tx, ctx, communityId, rightFor.askForCommunityAddress));
  await ctx.limitAttempts("mail", { account: email });
  await ctx.limitAttempts("outreach", { account: memberId, recipient: email });
  await ctx.db.transaction().execute(async (tx) => {
    const { id } = await lockCommunityFor(tx, ctx, communityId, rightFor.askForCommunityAddress);
    await requireStillIn(tx, ctx);
    await tx.updateTable("communities").set({ contact_email_pending: email }).where("id", "=", id).execute();
    const asked = newId();
    const tasks: Task[] = (await ownersOf(tx, id, ctx.now)).map((owner) => ({
      kind: "community_address_asked",
      key: `community_address_asked:${asked}:${owner}`,
      payload: { communityId: id, memberId: owner, email },
    }));
    const key = `confirm_community_address:${asked}`;
    const payload = { communityId: id, memberId };
    await enqueueAll(tx, [{ kind: "confirm_community_address", key, payload }, ...tasks], ctx.now);
  });
  return shape(Acknowledged, { acknowledged: true });
}

/**
 * Confirms the address that a link was mailed to, by the ids signed into it, if the community still wants it, and the
 * member who asked still organizes it.
 * @throws Failure sign_in_required, link_broken, other_account, link_used, not_found, not_yours
 */
export async function confirmCommunityAddress(ctx: Context, linked: string | null): Promise<CommunityAddress> {
  const { id } = requireMember(ctx);
  if (linked === null) throw new Failure("link_broken");
  const [communityId = "", memberId = "", email = ""] = linked.split(/:(.*?):(.*)/s);
  if (memberId !== id) throw new Failure("other_account");
  const inUse = await ctx.db.transaction().execute(async (tx) => {
    const community = await lockCommunityFor(tx, ctx, communityId, rightFor.confirmCommunityAddress);
    // A second press succeeds too.
    if (community.contact_email_pending !== email && community.contact_email !== email) throw new Failure("link_used");
    const confirmed = { contact_email: email, contact_email_pending: null };
    await tx.updateTable("communities").set(confirmed).where("id", "=", community.id).execute();
    return email;
  });
  announceCommunity(ctx, communityId);
  return shape(CommunityAddress, { inUse, waiting: null });
}
