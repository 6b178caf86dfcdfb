/** The zooms of a town, of the part of it in which a pin is set, and of a street, and the last one: what is not apart there stands at one point. The list's map is zoomed by steps. */
export const zooms = { town: 12, part: 13, street: 16, most: 19, step: 0.25 } as const;
