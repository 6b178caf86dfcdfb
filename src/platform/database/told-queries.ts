import type { LogEvent } from "kysely";
import type { DatabaseChoice } from "./open-database.ts";

/** Adapts `onQuery` to Kysely's log: it gets the text of each query without values, and its error. */
export const loggerOf =
  (onQuery: NonNullable<DatabaseChoice["onQuery"]>) =>
  (event: LogEvent): void =>
    onQuery(event.query.sql, event.queryDurationMillis / 1000, event.level === "error" ? event.error : undefined);
