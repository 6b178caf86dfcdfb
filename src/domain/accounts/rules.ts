/** How long members who asked for their account to be deleted can change their mind, in milliseconds. */
export const deletionWait = 7 * 86_400_000;
