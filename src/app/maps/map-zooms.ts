/**
 * Zoom levels: a town, a part of it, streets where a pin can be set, one street, and the closest. Events that are still
 * together there are at one point. The list's map zooms in steps of `step`.
 */
export const zooms = { town: 12, part: 13, set: 15, street: 16, most: 19, step: 0.25 } as const;
