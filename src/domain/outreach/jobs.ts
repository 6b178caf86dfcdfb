import { sql } from "kysely";
import { isBlockedBetween, isBlockedFrom } from "../blocks/queries.ts";
import { isRegistered } from "../registrations/people.ts";
import { eventReader } from "../registrations/jobs.ts";
import type { TaskHandlers } from "../outbox.ts";
import { hasEnded, spanOf } from "../time-zones/rules.ts";
import { toldMail } from "./mails.ts";
import type { Part } from "./rules.ts";

// Members who have joined since, or were blocked or suspended, get no mail; nor does anybody about an event that is
// hidden, canceled or over by now.
export const outreachJobs: Pick<TaskHandlers, "told"> = {
  async told(ctx, { toldId }) {
    const { rows } = await sql<ToldRow>`
      select told.event_id as "eventId", told.member_id as "memberId", told.part, told.words, source.title,
        source.event_date as date, source.time_zone as "timeZone"
      from told_people told join members on members.id = told.member_id join events on events.id = told.event_id
        left join events source on source.id = told.source_id
      where told.id = ${toldId} and members.suspended_at is null
        and not ${isRegistered(sql`told.event_id`, sql`told.member_id`)}
        and not ${isBlockedBetween(sql`told.member_id`, sql`told.told_by`)}
        and not ${isBlockedFrom(sql`told.member_id`)}`.execute(ctx.db);
    const [row] = rows;
    if (!row) return null;
    const reader = await eventReader(ctx, row, "invited");
    if (reader?.event.status !== "active" || hasEnded(spanOf(reader.event), ctx.now)) return null;
    const { part, words, title, date, timeZone } = row;
    const source = title !== null && date && timeZone !== null ? { title, date, timeZone } : null;
    return toldMail(
      reader,
      { part, words, source, page: `${ctx.address}/told#${ctx.links.sign("told", toldId)}` },
      ctx,
    );
  },
};

type ToldRow = {
  eventId: string;
  memberId: string;
  part: Part;
  words: string;
  title: string | null;
  date: Date | null;
  timeZone: string | null;
};
