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

/** The note on a registration that an event's organizers share. */
export type PersonNotes = {
  registration_id: string;
  text: string;
  /** The organizer who wrote it last; null if their account is gone. */
  written_by: string | null;
  written_at: Moment;
};
