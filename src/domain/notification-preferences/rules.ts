/**
 * The kinds of mail that a member can switch off, in the order in which they are offered. They are about their own
 * spots, offered spots, changes of an event, reminders, the dates to
 * which they come every time, thanks, organizers' messages, news of communities, and new
 * events of organizers whose event they came to. For their
 * own events they are about people who join, and what to do afterwards. Mails about the account are not among them:
 * they protect it.
 */
export const mailKinds = [
  "places",
  "offers",
  "changes",
  "reminders",
  "regulars",
  "thanks",
  "messages",
  "communities",
  "invited",
  "digest",
  "last_days",
  "afterwards",
] as const;
export type MailKind = (typeof mailKinds)[number];
