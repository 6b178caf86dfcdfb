/** Under what a browser keeps that its member has no event to come, so that home keeps no room for one. */
export const nextMark = "goodturn.next";
