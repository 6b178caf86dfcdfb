const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name as it stands within a sentence of ours: one that is written from the right does not turn the sentence around. */
export const inText = (name: string): string => (fromTheRight.test(name) ? `\u2068${name}\u2069` : name);
