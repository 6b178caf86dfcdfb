import type { Context } from "../context.ts";

/** Announces a committed change of a community: on its own page, and on the list of all of them. */
export function announceCommunity({ announce }: Pick<Context, "announce">, id: string): void {
  for (const topic of [id, "communities"]) announce(topic);
}
