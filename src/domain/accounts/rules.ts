import { keptDays } from "../privacy/rules.ts";

/** How long members who asked for their account to be deleted can change their mind, in milliseconds. */
export const deletionWait = keptDays.account * 86_400_000;
