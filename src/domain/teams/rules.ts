/** The most organizers with a right at one event or community, open invitations included. */
export const organizersMax = 20;

/** The time for which an invitation can be accepted, in milliseconds. */
export const openFor = 7 * 86_400_000;

/**
 * The time within which the end of a right can be undone, in milliseconds. Screens offer it for ten seconds; a slow
 * network gets the rest. The mail about the end goes out afterwards.
 */
export const undoWithin = 60_000;

/** The address of the page of an invitation: its secret is behind the `#`, which no server and no log sees. */
export const invitationPath = (secret: string) => `/invitation#${secret}`;
