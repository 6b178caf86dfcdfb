import type { Credential } from "#domain/records/shapes.ts";
import { say } from "#messages/say.ts";

import { dayIn } from "../ui/whole.ts";

/** A day in the reader's time zone. */
export const hereOn = (moment: string) => dayIn(moment, new Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Why and when a proof stopped counting, for the member who made it. */
export function whyGone({ revokedBy, revokedAt, madeAt }: Credential): string {
  // The account still exists, so for any other cause the member did it.
  const by = revokedBy === "organizer" || revokedBy === "host" || revokedBy === "asserter" ? revokedBy : "member";
  return say(`record.gone.${by}`, { date: hereOn(revokedAt ?? madeAt) });
}
