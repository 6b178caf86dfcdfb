import { readerOf } from "../notification-preferences/queries.ts";
import type { TaskHandlers } from "../outbox.ts";
import { oneLine } from "../rules.ts";
import { madeRegularMail, weekMail } from "./mails.ts";
import { listWeek } from "./weekly.ts";

export const regularJobs: Pick<TaskHandlers, "regular_week" | "regular_made"> = {
  /** Written from what is so when it goes out: who has said no meanwhile does not read of that date. */
  async regular_week(ctx, { memberId, until }) {
    const reader = await readerOf(ctx, memberId, "regulars");
    const [first, ...others] = reader ? await listWeek(ctx.db, memberId, { now: ctx.now, until: new Date(until) }) : [];
    return reader && first ? weekMail({ ...reader, memberId }, [first, ...others], ctx) : null;
  },

  async regular_made(ctx, { memberId, seriesId }) {
    const reader = await readerOf(ctx, memberId, "regulars");
    const series = await ctx.db
      .selectFrom("series")
      .innerJoin("regulars", "regulars.series_id", "series.id")
      .innerJoin("members", "members.id", "series.organizer_id")
      .leftJoin("communities", "communities.id", "series.owner_community_id")
      .where("series.id", "=", seriesId)
      .where("regulars.member_id", "=", memberId)
      .select(["series.id as series_id", "series.title as series_title", "series.rule", "series.anchor"])
      .select(["members.name", "communities.title as community"])
      .executeTakeFirst();
    if (!reader || !series) return null;
    const organizer = oneLine(series.community ?? series.name);
    return madeRegularMail({ ...reader, memberId }, { ...series, organizer }, ctx);
  },
};
