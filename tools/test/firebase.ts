import { installApart, reasonOf } from "./install-apart.ts";

/**
 * Provides the official emulator of Firebase Authentication, whose 600 packages only the journeys with Firebase need.
 * @returns null if it is there, otherwise the reason why this machine cannot have it
 */
export async function provideEmulator(): Promise<string | null> {
  try {
    await installApart("firebase");
    return null;
  } catch (error) {
    return `firebase-tools cannot be installed here, npm says ${reasonOf(error)}`;
  }
}
