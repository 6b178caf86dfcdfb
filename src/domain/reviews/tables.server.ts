import type { ColumnType, Generated } from "kysely";
import type { Moment } from "#db/moments.server.ts";

/** A host's decision about one thing; at most one is open at a time. */
export type Reviews = {
  id: string;
  about:
    | "event"
    | "event_picture"
    | "outcome_pictures"
    | "community"
    | "community_picture"
    | "community_post"
    | "name"
    | "photo";
  /** The id of the event, the community, its post or the member. */
  subject_id: string;
  /** A report, an organizer's first event, or listed words. */
  cause: "report" | "first" | "words";
  opened_at: Moment;
  /** The number of people who reported it, and the number of members with confirmed addresses among them. */
  reports: Generated<number>;
  confirmed: Generated<number>;
  /**
   * The time since which it is hidden, the reason ('' for listed words, `forListedWords`), and the withheld name or
   * picture's address.
   */
  hidden_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  hidden_for: Generated<string | null>;
  withheld: Generated<string | null>;
  /**
   * The member whose name or picture was withheld, and a hash of it: until it is restored, they cannot set it again.
   */
  taken_from: Generated<string | null>;
  taken_down: Generated<string | null>;
  /** The owner's answer. */
  answer: Generated<string | null>;
  answered_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  decision: Generated<"none" | "restore" | "delete" | null>;
  decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  decided_for: Generated<string | null>;
};

/** A word or link that hosts list: an event that contains it waits for their approval. */
export type ListedWords = { word: string; listed_at: Moment };
