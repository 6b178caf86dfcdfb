import type { Kysely, Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { Failure } from "../failure.ts";
import { lockGate } from "./locking.ts";
import { newCode } from "./rules.ts";

/**
 * Returns the codes of people at an event, by their ids: the registration's id for its registrant, or a guest's. A
 * person without a code gets one, which is permanent. A deleted event has no codes.
 */
export async function codesOf(
  db: Kysely<Schema>,
  eventId: string,
  personIds: readonly string[],
): Promise<Map<string, string>> {
  const known = await knownCodes(db, eventId, personIds);
  if (known.size === personIds.length) return known;
  try {
    return await (db.isTransaction
      ? giveCodes(db as Transaction<Schema>, eventId, personIds)
      : db.transaction().execute((tx) => giveCodes(tx, eventId, personIds)));
  } catch (error) {
    if (error instanceof Failure && error.code === "not_found") return new Map();
    throw error;
  }
}

async function knownCodes(db: Kysely<Schema>, eventId: string, personIds: readonly string[]) {
  if (personIds.length === 0) return new Map<string, string>();
  const rows = await db
    .selectFrom("gate_codes")
    .select(["person_id", "code"])
    .where("event_id", "=", eventId)
    .where("person_id", "in", personIds)
    .execute();
  return new Map(rows.map(({ person_id, code }) => [person_id, code]));
}

/**
 * Creates the missing codes. The gate's lock keeps other transactions from doing so meanwhile; a random code that is
 * already taken is tried again with another.
 */
async function giveCodes(tx: Transaction<Schema>, eventId: string, personIds: readonly string[]) {
  await lockGate(tx, eventId);
  for (;;) {
    const known = await knownCodes(tx, eventId, personIds);
    const missing = [...new Set(personIds)].filter((id) => !known.has(id));
    if (missing.length === 0) return known;
    await tx
      .insertInto("gate_codes")
      .values(missing.map((person_id) => ({ event_id: eventId, person_id, code: newCode() })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
