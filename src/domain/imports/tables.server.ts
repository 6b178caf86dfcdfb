import type { ColumnType } from "kysely";
import type { Moment } from "#db/moments.server.ts";

/** Where an event was imported from. */
export type Imports = {
  /** What names it at its source. */
  uid: string;
  /** Who imported it: also when somebody else runs the event by now. */
  member_id: string;
  event_id: string;
  /** The address of the calendar or the page; null for a file. */
  address: string | null;
  /** What was said there when it was last imported. */
  source: ColumnType<Source, string, string>;
  imported_at: Moment;
};

type Source = {
  title: string;
  location: string;
  description: string;
  eventDate: string;
  eventEnd: string;
  timeZone: string;
};
