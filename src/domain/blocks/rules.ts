/** How many people a member blocks at most. */
export const blocksMax = 500;
