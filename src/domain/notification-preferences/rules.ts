/**
 * The kinds of mail that a member can do without, in the order in which they are offered: about one's own places, places
 * that are offered to people who wait, what changes at an event, reminders, thanks, and what organizers write. Mails about the
 * account are none of them: they guard it.
 */
export const mailKinds = [
  "places",
  "offers",
  "changes",
  "reminders",
  "thanks",
  "messages",
  "digest",
  "last_days",
] as const;
export type MailKind = (typeof mailKinds)[number];
