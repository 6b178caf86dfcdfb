import type { ColumnType, Generated, Selectable } from "kysely";
import type { MomentOfWriting } from "#db/moments.server.ts";
import type { Events } from "../events/tables.server.ts";
import type { TemplateColumn } from "./rules.ts";

/** Series: a rule, and the template from which occurrences are made. They are events. */
export type Series = Pick<Selectable<Events>, Exclude<TemplateColumn, "town_id">> & {
  id: string;
  /** The member who answers for it, and the community to which it belongs; as for events. */
  organizer_id: string;
  owner_community_id: Generated<string | null>;
  town_id: Generated<number | null>;
  /** The rule as an RFC 5545 RRULE. */
  rule: string;
  /** The local start from which the rule counts: '2026-12-01T18:00'. */
  anchor: string;
  /** The last local day up to which occurrences were made: '2027-02-23'. */
  made_until: string;
  /** The time at which its organizer ended it: no occurrences are made from then on. */
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The length of an occurrence. */
  minutes: number;
  created_at: MomentOfWriting;
  updated_at: MomentOfWriting;
};

/** The days ('2026-12-29') on which a series has no occurrence. */
export type SeriesDaysLeftOut = { series_id: string; day: string };
