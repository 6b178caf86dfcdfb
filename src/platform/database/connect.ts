import type { DatabaseChoice, OpenDatabase } from "./open-database.ts";

/**
 * Opens PostgreSQL when it has an address, else the embedded database; both answer the same SQL with the same types:
 * `timestamptz` is a Date, `bigint` a number, `date` a string.
 * A transaction keeps its connection: use its own handle inside it. The outer one waits for a connection that the
 * embedded database, which has only one, cannot give; after `patience` it fails and says so.
 * @throws StartFailure when the database cannot be reached, is in use by another process, or cannot be written
 */
export async function openDatabase(choice: DatabaseChoice): Promise<OpenDatabase> {
  // Each of the two is loaded only when it is the one in use.
  if (choice.url !== null) return (await import("./postgres.ts")).openPostgres(choice.url, choice);
  return (await import("./embedded.ts")).openEmbedded(choice);
}
