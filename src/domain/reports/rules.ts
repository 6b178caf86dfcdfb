/** Why somebody reports a thing. */
export const reportReasons = ["fraud", "untrue", "hurtful", "unsafe", "private", "other"] as const;
export type ReportReason = (typeof reportReasons)[number];

/** How a review ends: it was left as it is, shown, or deleted. */
export const decisions = ["none", "restore", "delete"] as const;

/** Whose a report is, as far as hosts are told: a member whose address is confirmed, another member, or somebody without an account. */
export const reporters = ["confirmed", "member", "stranger"] as const;

/** The longest words that go with a reason, in characters as a person counts them. */
export const reportWordsMax = 1000;

/** How many of the reports about one thing the people who run the site read: the latest ones. */
export const reportsShown = 100;
