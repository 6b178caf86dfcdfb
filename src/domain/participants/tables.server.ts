import type { Generated } from "kysely";
import type { Moment } from "#db/moments.server.ts";

/** Messages of organizers to the people of their events. */
export type Messages = {
  id: string;
  event_id: string;
  audience: "all" | "joined" | "waitlisted";
  subject: Generated<string | null>;
  text: string;
  recipients: number;
  sent_at: Moment;
};
