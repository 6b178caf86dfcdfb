import { type Insertable, type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { hasListedWords } from "../reviews/listed-words.ts";
import type { Cause } from "../reviews/opening.ts";
import { isOrganizedBy } from "../rights/queries.ts";
import { isId } from "../shapes.ts";
import { zoneOfTown } from "../towns/zones.ts";
import { columnsOf } from "./event-columns.ts";
import { pointColumnsOf } from "./point-columns.ts";
import type { EventInput } from "./shapes.ts";

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

/** The columns of a new event's input and place; without a time zone it gets that of its town. */
export async function typedColumns(ctx: Context, input: EventInput) {
  const words = columnsOf({ ...input, timeZone: input.timeZone ?? "UTC" }, ctx);
  const where = await pointColumnsOf(ctx.db, input, words);
  const { timeZone = where.town_id === null ? null : await zoneOfTown(ctx.db, where.town_id) } = input;
  return timeZone === null ? { ...words, ...where } : { ...columnsOf({ ...input, timeZone }, ctx), ...where };
}

/**
 * The reason why a new event waits for a host's approval: listed words, or a new organizer; null if it does not wait.
 */
export async function causeToWait(
  db: Kysely<Schema>,
  typed: ReturnType<typeof columnsOf>,
  { looksFirst = false, now }: { looksFirst?: boolean; now: Date },
  organizerId: string,
): Promise<Cause | null> {
  if (await hasListedWords(db, typed)) return "words";
  if (!looksFirst) return null;
  const held = await db
    .selectFrom("events")
    .select("id")
    .where("organizer_id", "=", organizerId)
    .where("event_end", "<", now)
    .where("cancelled_at", "is", null)
    .where("is_draft", "=", false)
    .limit(1)
    .executeTakeFirst();
  return held ? null : "first";
}
