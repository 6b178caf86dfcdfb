import type { Context } from "../context.ts";
import { findArea } from "../events/area.ts";
import { queryOf } from "../events/rules.ts";
import { Failure } from "../failure.ts";
import { isId } from "../shapes.ts";
import { hasEnded } from "../time-zones/rules.ts";
import { filterIn } from "./filters.ts";
import { keysOfFilter, keysOfOrganizer } from "./keys.ts";
import type { FollowInput } from "./shapes.ts";

/** The target of a follow, in the columns of its row. */
export type Target = { keys: string[]; last_day?: string | null } & (
  | { organizer_id: string }
  | { event_id: string }
  | { filter: string }
);

/**
 * Finds the target that a member or visitor wants to follow, if it is public: an organizer with a public event, an
 * upcoming event, or a filter.
 * @throws Failure not_found, event_over, event_cancelled, invalid (filter)
 */
export async function targetOf(ctx: Pick<Context, "db" | "now">, input: FollowInput): Promise<Target> {
  const { about, id = "", filter = "" } = input;
  if (about === "filter") return filterTarget(ctx, filter);
  if (!isId(id)) throw new Failure("not_found");
  return about === "organizer" ? organizerTarget(ctx, id) : eventTarget(ctx, id);
}

async function filterTarget(ctx: Pick<Context, "db">, query: string): Promise<Target> {
  const filter = filterIn(query);
  const area = filter && (await findArea(ctx, filter));
  if (!filter) throw new Failure("invalid", [{ path: "filter", rule: "rule.follow.filter" }]);
  if (filter.near && !area) throw new Failure("invalid", [{ path: "filter", rule: "rule.near.unknown" }]);
  return { filter: queryOf(filter), keys: keysOfFilter(filter, area), last_day: filter.to ?? null };
}

async function organizerTarget({ db }: Pick<Context, "db">, id: string): Promise<Target> {
  const shown = await db
    .selectFrom("events")
    .select("id")
    .where("organizer_id", "=", id)
    // Nobody is followed for an event of a community.
    .where("owner_community_id", "is", null)
    .where("is_draft", "=", false)
    .limit(1)
    .executeTakeFirst();
  if (!shown) throw new Failure("not_found");
  return { organizer_id: id, keys: keysOfOrganizer(id) };
}

async function eventTarget({ db, now }: Pick<Context, "db" | "now">, id: string): Promise<Target> {
  const event = await db
    .selectFrom("events")
    .select(["event_end", "cancelled_at"])
    .where("id", "=", id)
    .where("is_draft", "=", false)
    .executeTakeFirst();
  if (!event) throw new Failure("not_found");
  if (event.cancelled_at) throw new Failure("event_cancelled");
  if (hasEnded({ end: event.event_end }, now)) throw new Failure("event_over");
  return { event_id: id, keys: [] };
}
