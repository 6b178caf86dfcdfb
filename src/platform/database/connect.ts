import type { DatabaseChoice, OpenDatabase } from "./open-database.ts";

/**
 * Opens PostgreSQL if it has an address, otherwise the embedded database; both accept the same SQL with the same types:
 * `timestamptz` is a Date, `bigint` a number, `date` a string. Inside a transaction, use its own handle: the outer one
 * waits for another connection, and the embedded database has only one; after `patience` it fails with that
 * explanation.
 * @throws StartFailure if the database cannot be reached, is in use by another process, or cannot be written
 */
export async function openDatabase(choice: DatabaseChoice): Promise<OpenDatabase> {
  // Loads only the dialect that is used.
  if (choice.url !== null) return (await import("./postgres.ts")).openPostgres(choice.url, choice);
  return (await import("./embedded.ts")).openEmbedded(choice);
}
