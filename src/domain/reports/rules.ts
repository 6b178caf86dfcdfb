/** The reasons for a report. */
export const reportReasons = ["fraud", "untrue", "hurtful", "unsafe", "private", "other"] as const;
export type ReportReason = (typeof reportReasons)[number];

/** The final decisions of a review: left unchanged, shown, or deleted. */
export const decisions = ["none", "restore", "delete"] as const;

/**
 * The kinds of reporters, as shown to hosts: a member with a confirmed address, another member, or a visitor without an
 * account.
 */
export const reporters = ["confirmed", "member", "stranger"] as const;

/** The maximum length of the words that go with a reason, in characters as a person counts them. */
export const reportWordsMax = 1000;

/** The maximum number of reports about one thing that hosts see; they see the latest ones. */
export const reportsShown = 100;
