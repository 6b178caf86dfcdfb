import { say } from "#messages/say.ts";

import { toast } from "../ui/toast.tsx";

/**
 * Shares a page's address with the device's own dialog, or else copies it; says so if neither is allowed.
 * @returns whether it was copied
 */
export async function shareLink(path: string, title: string): Promise<boolean> {
  const link = `${location.origin}${path}`;
  const shared = await attempt(() => navigator.share({ title, url: link }));
  // A dialog that the reader closes counts as done.
  if (shared === "done" || shared === "AbortError") return false;
  if ((await attempt(() => navigator.clipboard.writeText(link))) === "done") return true;
  toast("error", say("event.page.share.failed", { link }));
  return false;
}

/** Runs a function that browsers may lack or forbid. @returns the error's name if it failed, or 'done' */
async function attempt(deed: () => Promise<void>): Promise<string> {
  try {
    await deed();
    return "done";
  } catch (error) {
    return error instanceof Error ? error.name : "";
  }
}
