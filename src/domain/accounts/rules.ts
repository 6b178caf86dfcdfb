import { keptDays } from "../privacy/rules.ts";

/** The time in which members can cancel the deletion of their account, in milliseconds. */
export const deletionWait = keptDays.account * 86_400_000;
