import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { isId } from "../shapes.ts";

/** Returns an uploaded picture as WebP: anyone who knows its address may see it. @throws Failure not_found */
export async function getPicture(ctx: Context, id: string): Promise<Uint8Array> {
  if (!isId(id)) throw new Failure("not_found");
  const picture = await ctx.db
    .selectFrom("pictures")
    .select(["content", "hidden_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!picture || picture.hidden_at) throw new Failure("not_found");
  return picture.content;
}

/** Returns the uploaded picture at an address; null if it is not ours or is gone. */
export async function findPicture({ db }: Pick<Context, "db">, address: string | null): Promise<Uint8Array | null> {
  const id = /^\/pictures\/([0-9a-f-]{36})\.webp$/.exec(address ?? "")?.[1] ?? "";
  if (!isId(id)) return null;
  const picture = await db
    .selectFrom("pictures")
    .select("content")
    .where("id", "=", id)
    .where("hidden_at", "is", null)
    .executeTakeFirst();
  return picture?.content ?? null;
}
