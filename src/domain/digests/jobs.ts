import { readerOf } from "../notification-preferences/queries.ts";
import type { TaskHandlers } from "../outbox.ts";
import { newsMail } from "./mails.ts";
import { listNewsOf } from "./queries.ts";

export const digestJobs: Pick<TaskHandlers, "organizer_news"> = {
  /** Reads only, so that a mail that is sent again says the same. */
  async organizer_news(ctx, { memberId, digest, kind }) {
    const reader = await readerOf(ctx, memberId, kind);
    const news = reader ? await listNewsOf(ctx.db, memberId, digest, ctx.now) : [];
    return reader && news.length > 0 ? newsMail(reader, news, ctx) : null;
  },
};
