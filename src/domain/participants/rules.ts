/** How many messages an organizer can send about an event in 24 hours: nobody wants more mail about a clean-up than that. */
export const messagesPerDay = 5;
export const day = 86_400_000;

/** How many people without an e-mail address an event's list has at most: typed by hand, one by one. */
export const withoutMailMax = 300;

/** To whom a message goes, and whom a list shows. */
export const audiences = ["all", "joined", "waiting"] as const;
export type Audience = (typeof audiences)[number];

/** How many faces stand on an event's page. */
export const facesMax = 5;
