import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import { shape } from "../shapes.ts";
import { ContactAddress } from "./shapes.ts";

/** The caller's contact address. @throws Failure sign_in_required */
export async function getContactAddress(ctx: Context): Promise<ContactAddress> {
  const { id } = requireMember(ctx);
  const row = await ctx.db
    .selectFrom("members")
    .select(["contact_email", "contact_email_pending"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new Failure("sign_in_required");
  return shape(ContactAddress, { inUse: row.contact_email, waiting: row.contact_email_pending });
}
