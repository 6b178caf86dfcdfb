const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name within a sentence of the page: a name written from the right must not reverse the sentence. */
export const inText = (name: string): string => (fromTheRight.test(name) ? `\u2068${name}\u2069` : name);
