import type { ColumnType } from "kysely";

/** A moment (`timestamptz`); set by a default when it is not inserted. */
export type Moment = ColumnType<Date, Date | string, Date | string>;
export type MomentOfWriting = ColumnType<Date, Date | string | undefined, Date | string>;
