/** The zooms of a town and of a street, and the last one: what is not apart there stands at one point. */
export const zooms = { town: 12, street: 16, most: 19 } as const;
