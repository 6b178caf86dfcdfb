import { newId } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import { enqueue } from "../outbox.ts";
import { shape } from "../shapes.ts";
import { ContactAnswer, type ContactInput } from "./shapes.ts";

/**
 * Stores a message to us, and queues it to be mailed to the site's address. Specification 2 'Contact' asks for a form
 * that really sends.
 */
export async function sendContactMessage(ctx: Context, input: ContactInput): Promise<ContactAnswer> {
  const id = newId();
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .insertInto("contact_messages")
      .values({ id, ...input, created_at: ctx.now })
      .execute();
    await enqueue(tx, { kind: "contact_message", key: `contact:${id}`, payload: { contactMessageId: id } }, ctx.now);
  });
  return shape(ContactAnswer, { acknowledged: true, insertedId: id });
}
