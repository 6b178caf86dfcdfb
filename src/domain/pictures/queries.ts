import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { isId } from "../shapes.ts";

/** An uploaded picture, a WebP: anyone who knows its address may see it. @throws Failure not_found */
export async function getPicture(ctx: Context, id: string): Promise<Uint8Array> {
  if (!isId(id)) throw new Failure("not_found");
  const picture = await ctx.db.selectFrom("pictures").select("content").where("id", "=", id).executeTakeFirst();
  if (!picture) throw new Failure("not_found");
  return picture.content;
}
