import type { MailSignedIn } from "#domain/registrations/shapes.ts";

/** The sentence keys for each reason why a person who logged in by mail has not joined. */
export const refusedJoin = {
  event_over: "enter.refused.event_over",
  event_cancelled: "enter.refused.event_cancelled",
  under_review: "enter.refused.under_review",
  cannot_join: "enter.refused.cannot_join",
  not_found: "enter.refused.not_found",
} as const satisfies Record<NonNullable<MailSignedIn["refused"]>, string>;
