/** The most people that a member can block. */
export const blocksMax = 500;
