import type { LogEvent } from "kysely";
import type { DatabaseChoice } from "./open-database.ts";

/** Tells of each query to whoever wants to know, as Kysely takes it: of what it asks only the text, without values, and how it failed. */
export const loggerOf =
  (onQuery: NonNullable<DatabaseChoice["onQuery"]>) =>
  (event: LogEvent): void =>
    onQuery(event.query.sql, event.queryDurationMillis / 1000, event.level === "error" ? event.error : undefined);
