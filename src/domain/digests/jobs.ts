import { readerOf } from "../notification-preferences/queries.ts";
import type { TaskHandlers } from "../outbox.ts";
import { newsMail } from "./mails.ts";
import { listNewsOf } from "./queries.ts";

export const digestJobs: Pick<TaskHandlers, "organizer_news"> = {
  /** Only reads, so that a mail that is sent again has the same content. */
  async organizer_news(ctx, { memberId, digest, kind }) {
    const reader = await readerOf(ctx, memberId, kind);
    const news = reader ? await listNewsOf(ctx.db, memberId, digest, ctx.now) : [];
    return reader && news.length > 0 ? newsMail(reader, news, ctx) : null;
  },
};
