import { type Insertable, type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { isOrganizedBy } from "../rights/queries.ts";
import { isId } from "../shapes.ts";

/** The columns of a new event except `is_draft`, which depends on its organizer. */
export type NewEvent = Omit<Insertable<Schema["events"]>, "is_draft">;

/**
 * The conditions under which a new event is a draft: hosts hold it back, or it waits for its organizer to confirm their
 * address.
 */
export type DraftIf = { isHeld: boolean; waitsForAddress: boolean };

/**
 * Inserts a new event and, unless it is a draft, its publication, in one statement. It locks the organizer's row, so
 * that the address cannot be confirmed, and its drafts published, between the check and the insert.
 * @returns whether it is a draft
 * @throws Failure sign_in_required
 */
export async function insertEvent(
  db: Kysely<Schema>,
  event: NewEvent,
  { isHeld, waitsForAddress }: DraftIf,
  now: Date,
): Promise<boolean> {
  const columns = Object.keys(event) as (keyof NewEvent)[];
  const made = await db
    .with("organizer", (one) =>
      one.selectFrom("members").select("email_verified").where("id", "=", event.organizer_id).forShare(),
    )
    .with("made", (one) =>
      one
        .insertInto("events")
        .columns([...columns, "is_draft"])
        .expression((eb) =>
          eb
            .selectFrom("organizer")
            .select(columns.map((column) => sql.val(event[column]).as(column)))
            .select(sql`${sql.lit(isHeld)} or (${sql.lit(waitsForAddress)} and not email_verified)`.as("is_draft")),
        )
        .returning(["id", "is_draft"]),
    )
    .with("published", (one) =>
      one
        .insertInto("publications")
        .columns(["event_id", "published_at"])
        .expression((eb) =>
          eb
            .selectFrom("made")
            .where("is_draft", "=", false)
            .select(["id", sql.val(now).as("published_at")]),
        ),
    )
    .selectFrom("made")
    .select("is_draft")
    .executeTakeFirst();
  if (!made) throw new Failure("sign_in_required");
  return made.is_draft;
}

/** Returns the id of an event if the member organizes it. */
export async function ownEvent(
  { db, now }: Pick<Context, "db" | "now">,
  id: string | undefined,
  memberId: string,
): Promise<string | null> {
  if (id === undefined || !isId(id)) return null;
  const own = await db
    .selectFrom("events")
    .where("events.id", "=", id)
    .where(isOrganizedBy(memberId, now))
    .select("events.id")
    .executeTakeFirst();
  return own?.id ?? null;
}
