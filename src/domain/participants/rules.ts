/** The number of messages that an organizer can send about an event in 24 hours. More would bother readers. */
export const messagesPerDay = 5;
export const day = 86_400_000;

/** The maximum number of people without an e-mail address on an event's list, which are typed in by hand. */
export const withoutMailMax = 300;

/** The audiences of messages, and the filters of the list. */
export const audiences = ["all", "joined", "waiting"] as const;
export type Audience = (typeof audiences)[number];

/** The number of faces on an event's page. */
export const facesMax = 5;

/** The maximum length of a note on a person, in characters. */
export const noteMax = 200;
