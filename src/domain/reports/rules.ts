/** Why somebody reports a thing. */
export const reportReasons = ["fraud", "untrue", "hurtful", "unsafe", "private", "other"] as const;
export type ReportReason = (typeof reportReasons)[number];

/** The longest words that go with a reason, in characters as a person counts them. */
export const reportWordsMax = 1000;

/** How many of the reports about one thing the people who run the site read: the latest ones. */
export const reportsShown = 100;
