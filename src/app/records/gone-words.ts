import type { Credential } from "#domain/records/shapes.ts";
import { say } from "#messages/records-gone.ts";

import { dayIn } from "../ui/whole.ts";

/** A day where the reader is. */
export const hereOn = (moment: string) => dayIn(moment, new Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Why and when a proof stopped counting, for the member who made it. */
export function whyGone({ revokedBy, revokedAt, madeAt }: Credential): string {
  // The account is there, so that what is left is its member.
  const by = revokedBy === "organizer" || revokedBy === "host" || revokedBy === "asserter" ? revokedBy : "member";
  return say(`record.gone.${by}`, { date: hereOn(revokedAt ?? madeAt) });
}
