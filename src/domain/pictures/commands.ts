import { sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import type { LimitAttempts, PictureMaker } from "../ports.ts";
import { ownPictureAddress } from "../rules.ts";
import { shape } from "../shapes.ts";
import { unusedPictureKept } from "./rules.ts";
import { PictureKept } from "./shapes.ts";

/**
 * Stores a member's uploaded picture in a small size, and deletes the member's pictures that nothing has shown for a
 * month. Uploading is offered in every field for a picture's address (specification 5 'Thumbnail'). The attempt is
 * counted before `read` gets the file, because even reading a refused file takes time.
 * @throws Failure sign_in_required, too_many_pictures, pictures_busy, picture_too_large, picture_unreadable,
 * picture_too_complex
 */
export async function keepPicture(
  ctx: Context & { limitAttempts: LimitAttempts; pictures: PictureMaker },
  read: () => Promise<Uint8Array>,
): Promise<PictureKept> {
  const member = requireMember(ctx);
  await ctx.limitAttempts("picture", { account: member.id });
  const content = await ctx.pictures.fitPhoto(member.id, read);

  const id = newId();
  await ctx.db.transaction().execute(async (tx) => {
    await dropUnused(tx, member.id, new Date(ctx.now.getTime() - unusedPictureKept));
    await tx.insertInto("pictures").values({ id, owner_id: member.id, content, created_at: ctx.now }).execute();
  });
  return shape(PictureKept, { acknowledged: true, url: ownPictureAddress(id) });
}

/** Deletes the pictures that a member uploaded before a moment and that nothing shows. */
async function dropUnused(tx: Transaction<Schema>, memberId: string, before: Date): Promise<void> {
  // It must have the same format as `ownPictureAddress`.
  const address = sql<string>`'/pictures/' || pictures.id || '.webp'`;
  await tx
    .deleteFrom("pictures")
    .where("owner_id", "=", memberId)
    .where("created_at", "<", before)
    // A hidden picture may be restored.
    .where("hidden_at", "is", null)
    .where((eb) => eb.not(eb.exists(eb.selectFrom("events").select("id").where("thumbnail_url", "=", address))))
    // A series gives its picture to the dates that are still to be made.
    .where((eb) => eb.not(eb.exists(eb.selectFrom("series").select("id").where("thumbnail_url", "=", address))))
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom("outcome_pictures").select("picture_id").whereRef("picture_id", "=", "pictures.id")),
      ),
    )
    .where((eb) => eb.not(eb.exists(eb.selectFrom("members").select("id").where("image", "=", address))))
    .where((eb) => eb.not(eb.exists(eb.selectFrom("communities").select("id").where("image", "=", address))))
    .where((eb) => eb.not(eb.exists(eb.selectFrom("community_posts").select("id").where("picture", "=", address))))
    .execute();
}
