/** The maximum number of people that a member can block. */
export const blocksMax = 500;
