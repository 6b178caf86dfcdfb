import { eventPath } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/events-actions.ts";

import { toast } from "../ui/toast.tsx";

/**
 * Hands an event's address to the device's own sharing, or else copies it; where neither is allowed, it is said.
 * @returns whether it was copied
 */
export async function shareLink({ _id, title }: Pick<Event, "_id" | "title">): Promise<boolean> {
  const link = `${location.origin}${eventPath(_id)}`;
  const shared = await attempt(() => navigator.share({ title, url: link }));
  // What the reader has closed is done, too.
  if (shared === "done" || shared === "AbortError") return false;
  if ((await attempt(() => navigator.clipboard.writeText(link))) === "done") return true;
  toast("error", say("event.page.share.failed", { link }));
  return false;
}

/** Runs something that browsers may not have, or not allow. @returns how it failed, by the error's name, or 'done' */
async function attempt(deed: () => Promise<void>): Promise<string> {
  try {
    await deed();
    return "done";
  } catch (error) {
    return error instanceof Error ? error.name : "";
  }
}
