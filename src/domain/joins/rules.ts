/** How many people can come along with a member, and the length of a first name, in characters. */
export const companionsMax = 5;
export const companionNameMax = 40;

/** For how long leaving from the list can be undone, in milliseconds. */
export const undoTime = 10_000;
