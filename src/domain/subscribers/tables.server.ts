import type { ColumnType, Generated } from "kysely";
import type { MomentOfWriting } from "#db/moments.server.ts";

/** An address that is told what it follows, once its reader has confirmed that they want it; `email` is in lower case. */
export type Subscribers = {
  email: string;
  confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** How often its mail comes; on which day of the week (1 is Monday) and at which hour, by the clocks of its zone. */
  pace: Generated<"at_once" | "daily" | "weekly" | "monthly">;
  weekday: Generated<number>;
  hour: Generated<number>;
  /** Null of an address that an older version wrote. */
  time_zone: Generated<string | null>;
  /** From when on the next mail may go out, if there is something that may be news. */
  due_at: ColumnType<Date, Date | undefined, Date>;
  has_news: Generated<boolean>;
  /** The number of the last publication that it was told of, or not, as it did not match. */
  told_until: Generated<number>;
  created_at: MomentOfWriting;
};
