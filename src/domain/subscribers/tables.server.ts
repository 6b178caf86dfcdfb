import type { ColumnType, Generated } from "kysely";
import type { MomentOfWriting } from "#db/moments.server.ts";

/** An address that gets mails about its follows, once its reader has confirmed; `email` is in lower case. */
export type Subscribers = {
  email: string;
  confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The pace of the mails, and their weekday (1 is Monday) and hour, in the subscriber's time zone. */
  pace: Generated<"at_once" | "daily" | "weekly" | "monthly">;
  weekday: Generated<number>;
  hour: Generated<number>;
  /** Null for an address that an older version wrote. */
  time_zone: Generated<string | null>;
  /** The time from which the next mail may go out, if there may be news. */
  due_at: ColumnType<Date, Date | undefined, Date>;
  has_news: Generated<boolean>;
  /** The number of the last publication that it was told of, or that did not match. */
  told_until: Generated<number>;
  created_at: MomentOfWriting;
};
