/** The subjects that can be reported, hidden and decided about; name and photo are a member's. */
export const abouts = [
  "event",
  "event_picture",
  "outcome_pictures",
  "community",
  "community_picture",
  "community_post",
  "name",
  "photo",
] as const;
export type About = (typeof abouts)[number];

/**
 * The number of reporting members with confirmed addresses that makes a review urgent. Their reports hide nothing by
 * themselves.
 */
export const urgentFrom = 3;

/** The maximum length of the owner's answer, in characters as a person counts them. */
export const answerMax = 1000;

/**
 * The maximum number of listed words and links, and the maximum length of each, in characters as a person counts them.
 */
export const listedWordsMax = 200;
export const listedWordMax = 80;

/** The maximum number of reviews of their own things that a member sees; they see the latest ones. */
export const ownReviewsMax = 50;
