import type { ColumnType } from "kysely";
import type { Moment } from "#db/moments.server.ts";

/** The source of an imported event. */
export type Imports = {
  /** The id at its source. */
  uid: string;
  /** The member who imported it, even if another organizer has the event by now. */
  member_id: string;
  event_id: string;
  /** The address of the calendar or the page; null for a file. */
  address: string | null;
  /** The source's data at the last import. */
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
