import { type Selectable, sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { Failure } from "../failure.ts";
import { isId } from "../shapes.ts";

declare const locked: unique symbol;

/**
 * An event whose gate's row is locked until the transaction ends. Only `lockGate` makes one, so that codes and marks
 * are written one after another.
 */
export type LockedGate = {
  event: Pick<Selectable<Schema["events"]>, "id" | "event_date" | "event_end">;
  lastSeq: number;
  readonly [locked]: true;
};

/**
 * Locks an event's gate, and creates it if necessary. It locks the event first, as deleting an event does, so that the
 * two cannot deadlock.
 * @throws Failure not_found
 */
export async function lockGate(tx: Transaction<Schema>, eventId: string): Promise<LockedGate> {
  const event = isId(eventId)
    ? await tx
        .selectFrom("events")
        .select(["id", "event_date", "event_end"])
        .where("id", "=", eventId)
        .forKeyShare()
        .executeTakeFirst()
    : null;
  if (!event) throw new Failure("not_found");
  const { rows } = await sql<{ last_seq: number }>`
    insert into gates (event_id) values (${event.id})
    on conflict (event_id) do update set last_seq = gates.last_seq
    returning last_seq`.execute(tx);
  return { event, lastSeq: rows[0]?.last_seq ?? 0 } as LockedGate;
}
