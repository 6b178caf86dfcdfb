/**
 * The browser's storage key for a member's next event on home: 'none', or its height by screen size, such as 's412'.
 */
export const nextMark = "goodturn.next";
