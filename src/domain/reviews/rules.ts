/** What can be reported, hidden and decided about: the name and the photo are a member's. */
export const abouts = [
  "event",
  "event_picture",
  "outcome_pictures",
  "community",
  "community_picture",
  "name",
  "photo",
] as const;
export type About = (typeof abouts)[number];

/** From how many members with a confirmed address on a review stands above the others. They hide nothing by themselves. */
export const urgentFrom = 3;

/** The longest answer of somebody whose event, name or photo is hidden, in characters as a person counts them. */
export const answerMax = 1000;

/** How many words and links hosts list at most, and how long each is, in characters as a person counts them. */
export const listedWordsMax = 200;
export const listedWordMax = 80;

/** How many reviews of their own things somebody sees: the latest ones. */
export const ownReviewsMax = 50;
