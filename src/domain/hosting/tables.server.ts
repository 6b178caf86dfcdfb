import type { Moment } from "#db/moments.server.ts";

/** The hosts' actions; rows are only added. Ids are null once the member is deleted, or for commands at the machine. */
export type HostActions = {
  id: string;
  action: string;
  subject_kind: string;
  subject_id: string | null;
  reason: string;
  host_id: string | null;
  at: Moment;
};
