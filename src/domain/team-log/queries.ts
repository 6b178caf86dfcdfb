import { type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { decodeCursor, encodeCursor, IdCursor, paginate } from "../cursor.ts";
import { requireRight, requireRun } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { oneLine } from "../rules.ts";
import { type Page, shape } from "../shapes.ts";
import { aboutMembers } from "./rules.ts";
import { LogEntry, type LogFilter } from "./shapes.ts";

/**
 * A page of what the organizers of an event did, latest first, for them only.
 * @throws Failure sign_in_required, not_found, not_yours, invalid (cursor)
 */
export async function listEventActions(ctx: Context, eventId: string, filter: LogFilter): Promise<Page<LogEntry>> {
  const event = await requireRight(ctx, eventId, rightFor.listEventActions);
  return listActions(ctx, { column: "event_id", id: event.id }, filter);
}

/**
 * A page of what the organizers of a community did there and at its events, latest first, for them only.
 * @throws Failure sign_in_required, not_found, not_yours, invalid (cursor)
 */
export async function listCommunityActions(ctx: Context, id: string, filter: LogFilter): Promise<Page<LogEntry>> {
  await requireRun(ctx, id, rightFor.listCommunityActions);
  return listActions(ctx, { column: "community_id", id }, filter);
}

type Place = { column: "event_id" | "community_id"; id: string };

async function listActions(ctx: Context, { column, id }: Place, { limit, cursor }: LogFilter): Promise<Page<LogEntry>> {
  const me = requireMember(ctx);
  const after = decodeCursor(IdCursor, cursor);
  const here = ctx.db.selectFrom("team_log").where(column, "=", id);
  const [rows, { count }] = await Promise.all([
    (after ? here.where("team_log.id", "<", after[0]) : here)
      .leftJoin("members", "members.id", "team_log.member_id")
      // The join reads a name by the id in the words, which is not one in other actions. `case` reads it only then.
      .leftJoin("members as subject", (on) =>
        on.on(sql<boolean>`
          subject.id = case when team_log.action = any(${aboutMembers}::text[]) then team_log.words::uuid end`),
      )
      .select(["team_log.id", "team_log.member_id", "action", "words", "at", "members.name", "members.image"])
      .select("subject.name as subject")
      .orderBy("team_log.id", "desc")
      .limit(limit + 1)
      .execute(),
    here.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  ]);
  const { shown, next } = paginate(rows, limit, (last) => encodeCursor(last.id));
  const entries = shown.map((row) =>
    shape(LogEntry, {
      _id: row.id,
      name: row.name === null ? null : oneLine(row.name),
      photo: row.image,
      isMine: row.member_id === me.id,
      action: row.action,
      words: aboutMembers.includes(row.action) ? oneLine(row.subject ?? "") : oneLine(row.words),
      at: row.at.toISOString(),
    }),
  );
  return { rows: entries, total: count, next };
}

/** The entries about a member's own actions, for their export. */
export async function actionsOf(db: Kysely<Schema>, memberId: string) {
  const rows = await db
    .selectFrom("team_log")
    .leftJoin("events", "events.id", "team_log.event_id")
    .leftJoin("communities", "communities.id", "team_log.community_id")
    .where("member_id", "=", memberId)
    .select(["events.title as event", "communities.title as community", "action", "at"])
    .orderBy("team_log.id")
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}
