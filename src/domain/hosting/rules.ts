import { abouts } from "../reviews/rules.ts";

/** The maximum number of hosts of a site. */
export const adminsMax = 20;

/** The time for which a host's proof counts, in milliseconds. */
export const hostFor = 15 * 60_000;

/** The maximum length of a reason in the log, in characters as a person counts them. */
export const hostReasonMax = 500;

/**
 * The states of an event on its organizer's page for hosts; `waiting` means for approval, and such an event was never
 * public.
 */
export const seenStatuses = ["active", "draft", "waiting", "under_review", "cancelled"] as const;

/** The actions of hosts, by their names in the log. */
export const hostActions = [
  "suspend_member",
  "lift_suspension",
  "delete_member",
  "retry_task",
  "drop_task",
  "keep_reported",
  "hide_reported",
  "restore_reported",
  "delete_reported",
  "list_words",
  "name_owner",
] as const;
export type HostActionName = (typeof hostActions)[number];

/** The subjects of hosts' actions. */
export const hostSubjects = ["member", "task", "words", ...abouts] as const;
export type HostSubject = (typeof hostSubjects)[number];
