/**
 * The kinds of mail that a member can do without, in the order in which they are offered: about one's own places, places
 * that are offered to people who wait, what changes at an event, reminders, thanks, what organizers write, and of one's own events who
 * joins and what to do afterwards. Mails about the
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
  "afterwards",
] as const;
export type MailKind = (typeof mailKinds)[number];
