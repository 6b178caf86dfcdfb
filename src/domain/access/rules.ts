/**
 * For how long logging in, or giving the password, proves who a member is, in milliseconds. Somebody else may sit at a device that was
 * left logged in.
 */
export const provesFor = 10 * 60_000;

/** When a member last proved who they are, and how often all access to their account had ended by then. */
export type Proof = { at: Date; generation: number };
