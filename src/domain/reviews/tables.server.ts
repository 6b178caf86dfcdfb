import type { ColumnType, Generated } from "kysely";
import type { Moment } from "#db/moments.server.ts";

/** What the people who run the site decide about one thing: at most one of these is open at a time. */
export type Reviews = {
  id: string;
  about: "event" | "event_picture" | "outcome_pictures" | "community" | "community_picture" | "name" | "photo";
  /** The id of the event, the community or the member. */
  subject_id: string;
  /** Somebody's report, an organizer's first event, or words that the host lists. */
  cause: "report" | "first" | "words";
  opened_at: Moment;
  /** How many people have reported it, and how many of them are members whose address is confirmed. */
  reports: Generated<number>;
  confirmed: Generated<number>;
  /** Since when it is hidden, why, and what was taken away: a name, or the address of a picture. */
  hidden_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  hidden_for: Generated<string | null>;
  withheld: Generated<string | null>;
  /** Of which member a name or a picture was taken away, and a sum of it: as long as it is not restored, they do not set it again. */
  taken_from: Generated<string | null>;
  taken_down: Generated<string | null>;
  /** What its owner says to that. */
  answer: Generated<string | null>;
  answered_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  decision: Generated<"none" | "restore" | "delete" | null>;
  decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  decided_for: Generated<string | null>;
};

/** A word or a link that hosts list: an event that has it waits for their yes. */
export type ListedWords = { word: string; listed_at: Moment };
