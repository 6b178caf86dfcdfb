/** The most organizers with a right at one event or community, open invitations included. */
export const organizersMax = 20;

/** The time for which an invitation can be accepted, in milliseconds. */
export const openFor = 7 * 86_400_000;

/** The address of the page of an invitation: its secret is behind the `#`, which no server and no log sees. */
export const invitationPath = (secret: string) => `/invitation#${secret}`;
