import type { Moment } from "#db/moments.server.ts";

/** What the people who run the site have done: only added to. Ids are null once the member has gone, or at the machine. */
export type HostActions = {
  id: string;
  action: string;
  subject_kind: string;
  subject_id: string | null;
  reason: string;
  host_id: string | null;
  at: Moment;
};
