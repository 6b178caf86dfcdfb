import { installApart } from "./install-apart.ts";

/** npm's words for a missing network, or a registry that does not have everything. */
const noNetwork =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|E?TIMEDOUT|ERR_SOCKET_TIMEOUT|E404|E5\d\d)\b/;

/**
 * Provides the official emulator of Firebase Authentication, whose 600 packages only its own journeys need.
 * @returns null when it is there, otherwise why this machine cannot have it
 */
export async function provideEmulator(): Promise<string | null> {
  try {
    await installApart("firebase");
    return null;
  } catch (error) {
    const [reason] = noNetwork.exec(error instanceof Error ? error.message : "") ?? [];
    if (!reason) throw error;
    return `firebase-tools cannot be installed here, npm says ${reason}`;
  }
}
