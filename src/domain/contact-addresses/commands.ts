import { newId } from "#db/schema.server.ts";
import { type Proving, requireProof, requireStillIn, tellOfRight } from "../access/proof.ts";
import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import { enqueue } from "../outbox.ts";
import type { LimitAttempts } from "../ports.ts";
import { shape } from "../shapes.ts";
import { getContactAddress } from "./queries.ts";
import { ContactAddress, type ContactAddressInput } from "./shapes.ts";

/**
 * Mails a link to the address that the caller wants to show with their events; opening the link confirms it. Asking
 * again for the same address sends the mail again. The address never decides who may edit an event. The account's own
 * address is told.
 * @throws Failure sign_in_required, log_in_again, email_unconfirmed, invalid (the account's own address),
 * too_many_attempts, too_many_mails
 */
export async function askForContactAddress(
  ctx: Proving & { limitAttempts: LimitAttempts },
  { email }: ContactAddressInput,
): Promise<ContactAddress> {
  const { id, email: own } = await requireProof(ctx);
  if (email === own) throw new Failure("invalid", [{ path: "email", rule: "rule.email.own" }]);
  await ctx.limitAttempts("mail", { account: email });
  await ctx.limitAttempts("outreach", { account: id, recipient: email });
  await ctx.db.transaction().execute(async (tx) => {
    await requireStillIn(tx, ctx);
    await tx.updateTable("members").set({ contact_email_pending: email }).where("id", "=", id).execute();
    const key = `confirm_contact_address:${newId()}`;
    await enqueue(tx, { kind: "confirm_contact_address", key, payload: { memberId: id } }, ctx.now);
    await tellOfRight(tx, { memberId: id, what: "contact_address", email }, ctx.now);
  });
  return getContactAddress(ctx);
}

/**
 * Confirms the address that a link was mailed to, by the id signed into it, if the caller still wants it. Opening the
 * link without logging in is not enough: the reader of the mail need not know who asked.
 * @throws Failure sign_in_required, link_broken, other_account, link_used
 */
export async function confirmContactAddress(ctx: Context, linked: string | null): Promise<ContactAddress> {
  const { id } = requireMember(ctx);
  if (linked === null) throw new Failure("link_broken");
  const [memberId = "", email = ""] = linked.split(/:(.*)/s);
  if (memberId !== id) throw new Failure("other_account");
  const { numUpdatedRows } = await ctx.db
    .updateTable("members")
    .set({ contact_email: email, contact_email_pending: null })
    .where("id", "=", id)
    .where("contact_email_pending", "=", email)
    .executeTakeFirst();
  const address = await getContactAddress(ctx);
  // A second press succeeds too.
  if (numUpdatedRows === 0n && address.inUse !== email) throw new Failure("link_used");
  ctx.announce("members");
  return address;
}

/** Shows the account's own address with the member's events again. @throws Failure sign_in_required */
export async function removeContactAddress(ctx: Context): Promise<ContactAddress> {
  const { id } = requireMember(ctx);
  await ctx.db
    .updateTable("members")
    .set({ contact_email: null, contact_email_pending: null })
    .where("id", "=", id)
    .execute();
  ctx.announce("members");
  return shape(ContactAddress, { inUse: null, waiting: null });
}
