/** The id of the element in `what-we-did.tsx` that tells a member that they came. */
export const ownHoursPlace = "own-hours";
