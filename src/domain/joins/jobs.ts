import { Failure } from "../failure.ts";
import { lockEvent } from "../events/commands.ts";
import { findEvent } from "../events/queries.ts";
import { keepPromises } from "../offers/commands.ts";
import type { Place, TaskContext, TaskHandlers } from "../outbox.ts";
import { joinedMail, lapsedMail, leftMail, offeredMail, waitingMail } from "./mails.ts";

type JoinTasks = "place_joined" | "place_waiting" | "place_offered" | "place_lapsed" | "place_left" | "lapse_offers";

// Each mail tells what is still true when it goes out: who has left since hears nothing of having joined.
export const joinJobs: Pick<TaskHandlers, JoinTasks> = {
  async place_joined(ctx, place) {
    const found = await standing(ctx, place);
    return found?.state === "joined" ? joinedMail(found, ctx.address) : null;
  },

  async place_waiting(ctx, place) {
    const found = await standing(ctx, place);
    return found?.state === "waiting" && !found.offered_until ? waitingMail(found, ctx.address) : null;
  },

  async place_offered(ctx, place) {
    const found = await standing(ctx, place);
    const until = found?.offered_until;
    return found && until && until > ctx.now ? offeredMail(found, until, ctx.address) : null;
  },

  async place_lapsed(ctx, { eventId, memberId }) {
    const found = await reader(ctx, eventId, memberId);
    return found && lapsedMail(found, ctx.address);
  },

  async place_left(ctx, { eventId, memberId }) {
    const found = await reader(ctx, eventId, memberId);
    return found && leftMail(found, ctx.address);
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

/** Who reads a mail about an event, with the event; null when either is gone. */
async function reader({ db }: TaskContext, eventId: string, memberId: string) {
  const member = await db.selectFrom("members").select(["name", "email"]).where("id", "=", memberId).executeTakeFirst();
  const event = member && (await findEvent(db, eventId));
  return event ? { ...member, event } : null;
}

/** The same for who has places there, or waits for them, by the very join that the mail is about. */
async function standing(ctx: TaskContext, { eventId, memberId, joinId }: Place) {
  const join = await ctx.db
    .selectFrom("joins")
    .select(["state", "places", "offered_until"])
    .where("id", "=", joinId)
    .executeTakeFirst();
  const found = join && (await reader(ctx, eventId, memberId));
  return found ? { ...join, ...found } : null;
}
