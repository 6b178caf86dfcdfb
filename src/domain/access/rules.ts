/**
 * The time for which logging in, or giving the password, proves who a member is, in milliseconds. It is short, because
 * another person may be using a device that was left logged in.
 */
export const provesFor = 10 * 60_000;

/**
 * The moment at which a member last proved who they are; `generation` is how often all access to their account had
 * ended by then.
 */
export type Proof = { at: Date; generation: number };
