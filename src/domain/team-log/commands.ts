import { sql, type Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { firstCharacters } from "../rules.ts";
import { type Action, entriesMax, type Part, wordsMax } from "./rules.ts";

/** The event or community at which something was done; an event's row has its community. */
export type Place = { id: string; organizer_id: string; owner_community_id: string | null } | { communityId: string };

/**
 * Writes down an action of the caller, in the transaction of the action. `words` is its subject, without anything
 * private of people who joined. Only the last entries of an event are kept.
 */
export async function recordAction(
  tx: Transaction<Schema>,
  at: Place,
  did: { action: Action; words?: string },
  ctx: Context,
): Promise<void> {
  const { id: member_id } = requireMember(ctx);
  const [event_id, community_id] = "communityId" in at ? [null, at.communityId] : [at.id, at.owner_community_id];
  const words = firstCharacters(did.words ?? "", wordsMax);
  await tx
    .insertInto("team_log")
    .values({ id: newId(), event_id, community_id, member_id, action: did.action, words, at: ctx.now })
    .execute();
  const column = sql.ref(event_id === null ? "community_id" : "event_id");
  const place = event_id ?? community_id;
  await sql`
    delete from team_log where ${column} = ${place} and id <= (
      select id from team_log where ${column} = ${place} order by id desc offset ${entriesMax} limit 1
    )`.execute(tx);
}

/** The columns of an event that a log names together as one part. */
const columnsOf: Readonly<Record<Exclude<Part, "details">, readonly string[]>> = {
  title: ["title"],
  description: ["description"],
  when: ["event_date", "event_end", "time_zone"],
  where: ["location", "latitude", "longitude", "town_id"],
  spots: ["max_participant"],
  picture: ["thumbnail_url"],
};
const details = ["event_type", "what_to_bring", "effort", "children_welcome", "step_free", "languages", "provided"];

/** The parts of an event in which two of its rows differ, separated by commas. */
export function partsChanged(before: object, after: object): string {
  const [old, is] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const differs = (column: string) => JSON.stringify(old[column] ?? null) !== JSON.stringify(is[column] ?? null);
  return Object.entries({ ...columnsOf, details })
    .filter(([, columns]) => columns.some(differs))
    .map(([part]) => part)
    .join(",");
}
