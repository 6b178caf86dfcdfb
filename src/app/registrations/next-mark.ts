/** The browser's storage key for the height of a member's next event on home, by screen size, such as 's412'. */
export const nextMark = "goodturn.next";
