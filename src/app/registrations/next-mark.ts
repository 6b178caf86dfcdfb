/** Under what a browser keeps that its member has no event to come ('none'), or how tall the next one is on home: 's412', by the size of the screen. */
export const nextMark = "goodturn.next";
