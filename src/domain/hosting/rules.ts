import { abouts } from "../reviews/rules.ts";

/** How many people at most run a site. */
export const adminsMax = 20;

/** For how long a host who has proved who they are is believed, in milliseconds. */
export const hostFor = 15 * 60_000;

/** The longest reason that stands in the log, in characters as a person counts them. */
export const hostReasonMax = 500;

/** How an event stands on its organizer's page for hosts: what waits for a yes was never hidden. */
export const seenStatuses = ["active", "draft", "waiting", "under_review", "cancelled"] as const;

/** What hosts do, as the log names it. */
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
] as const;
export type HostActionName = (typeof hostActions)[number];

/** What hosts do it to. */
export const hostSubjects = ["member", "task", "words", ...abouts] as const;
export type HostSubject = (typeof hostSubjects)[number];
