/** The people of an earlier event who can be told of a new one: those who came, and those who waited for a spot. */
export const parts = ["came", "waited"] as const;
export type Part = (typeof parts)[number];

/** The maximum length of an organizer's line, in characters. */
export const wordsMax = 500;

/** The number of events that an organizer has held before people who know them count apart. */
export const heldMin = 3;
