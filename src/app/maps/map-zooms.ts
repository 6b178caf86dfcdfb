/** The zooms of a town, of a part of it, of the streets among which a pin can be set, and of one street, and the last one: what is not apart there stands at one point. The list's map is zoomed by steps. */
export const zooms = { town: 12, part: 13, set: 15, street: 16, most: 19, step: 0.25 } as const;
