import { sql } from "kysely";
import { lockEvent } from "../events/commands.ts";
import type { EventReader } from "../events/mails.ts";
import { findCalendarEntry } from "../events/queries.ts";
import { Failure } from "../failure.ts";
import { keepPromises } from "../offers/commands.ts";
import { readerOf } from "../opt-outs/queries.ts";
import type { MailKind } from "../opt-outs/rules.ts";
import type { Place, TaskContext, TaskHandlers } from "../outbox.ts";
import { changedMail, joinedMail, lapsedMail, leftMail, offeredMail, type Standing, waitingMail } from "./mails.ts";

type JoinTasks =
  | "place_joined"
  | "place_waiting"
  | "place_offered"
  | "place_lapsed"
  | "place_left"
  | "place_changed"
  | "lapse_offers";

// Each mail tells what is still true when it goes out: who has left since hears nothing of having joined.
export const joinJobs: Pick<TaskHandlers, JoinTasks> = {
  async place_joined(ctx, place) {
    const found = await standing(ctx, place, "places");
    return found?.state === "joined" ? joinedMail(found, ctx) : null;
  },

  async place_waiting(ctx, place) {
    const found = await standing(ctx, place, "places");
    return found?.state === "waiting" && !found.offeredUntil ? waitingMail(found, ctx) : null;
  },

  async place_offered(ctx, place) {
    const found = await standing(ctx, place, "offers");
    const until = found?.offeredUntil;
    return found && until && until > ctx.now ? offeredMail(found, until, ctx) : null;
  },

  async place_lapsed(ctx, { eventId, memberId }) {
    const found = await eventReader(ctx, { eventId, memberId }, "offers");
    return found && lapsedMail(found, ctx);
  },

  async place_left(ctx, { eventId, memberId, state }) {
    const found = await eventReader(ctx, { eventId, memberId }, "places");
    return found && leftMail(found, state === "waiting", ctx);
  },

  async place_changed(ctx, { was, is, ...place }) {
    const found = await standing(ctx, place, "changes");
    return found && found.event.status === "active" ? changedMail(found, { was, is }, ctx) : null;
  },

  /** Offers whose time is up go to the next in line. */
  async lapse_offers(ctx, { eventId }) {
    await ctx.db.transaction().execute(async (tx) => {
      const event = await lockEvent(tx, eventId).catch((error: unknown) => {
        if (error instanceof Failure) return null;
        throw error;
      });
      if (event) await keepPromises(tx, event, ctx.now);
    });
    ctx.announce(eventId);
    return null;
  },
};

/** Who reads a mail about an event, with the event; null when either is gone, or they want no mails of this kind. */
export async function eventReader(
  ctx: TaskContext,
  { eventId, memberId }: Omit<Place, "joinId">,
  kind: MailKind,
): Promise<EventReader | null> {
  const reader = await readerOf(ctx, memberId, kind);
  const event = reader && (await findCalendarEntry(ctx.db, eventId));
  return event ? { ...reader, event } : null;
}

/** The same for who has places there, or waits for them, by the very join that the mail is about. */
export async function standing(
  ctx: TaskContext,
  place: Place,
  kind: MailKind,
): Promise<(Standing & { offeredUntil: Date | null }) | null> {
  const { rows } = await sql<Pick<Standing, "state" | "places" | "companions" | "position"> & Offered>`
    select state, places, offered_until as "offeredUntil",
      (select coalesce(sum(line.places), 0)::int + 1 from joins line
        where line.event_id = joins.event_id and line.state = 'waiting' and line.seq < joins.seq) as position,
      (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'under18', under18) order by companions.id), '[]')
        from companions where join_id = joins.id) as companions
    from joins where id = ${place.joinId}`.execute(ctx.db);
  const found = rows[0] && (await eventReader(ctx, place, kind));
  if (!rows[0] || !found) return null;
  return { ...rows[0], ...found, place: `${ctx.address}/place#${ctx.links.sign("place", place.joinId)}` };
}

type Offered = { offeredUntil: Date | null };
