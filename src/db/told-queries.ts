import type { LogEvent } from "kysely";
import type { DatabaseChoice } from "./open-database.ts";

/** Tells of each query to whoever wants to know, as Kysely takes it; of what it asks only the text, without values. */
export const loggerOf =
  (onQuery: NonNullable<DatabaseChoice["onQuery"]>) =>
  ({ query, queryDurationMillis }: LogEvent): void =>
    onQuery(query.sql, queryDurationMillis / 1000);
