/** The id of the place in what was done (`what-we-did.tsx`) where it says of a member that they came. */
export const ownHoursPlace = "own-hours";
