import type { Context } from "../context.ts";

/** Announces a committed change of an event, and of the community whose page lists it. */
export function announceEvent(
  { announce }: Pick<Context, "announce">,
  { id, owner_community_id }: { id: string; owner_community_id: string | null },
): void {
  announce(id);
  if (owner_community_id) announce(owner_community_id);
}
