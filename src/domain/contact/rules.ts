/** The longest message that somebody can send us, in characters as a person counts them. */
export const messageMax = 2000;
