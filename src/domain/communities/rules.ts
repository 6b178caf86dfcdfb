/** Communities are groups that people know by name, not a feed: one page holds them all. */
export const communitiesMax = 100;
