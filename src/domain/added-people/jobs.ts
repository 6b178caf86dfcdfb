import { sql } from "kysely";
import { isBlockedBetween, isBlockedFrom } from "../blocks/queries.ts";
import { findCalendarEntry } from "../events/queries.ts";
import { readerOf } from "../notification-preferences/queries.ts";
import type { TaskHandlers } from "../outbox.ts";
import { findAdded } from "../registrations/added.ts";
import { hasLeft, isRegistered } from "../registrations/people.ts";
import { hasBegun, spanOf } from "../time-zones/rules.ts";
import { personAddedMail } from "./mails.ts";

// An address without a confirmed account gets the mail. A member with it gets none if they are on the list or have left
// it, are blocked or suspended, leave the site, or want no such mail.
export const addedPeopleJobs: Pick<TaskHandlers, "person_added"> = {
  async person_added(ctx, { addedId }) {
    const { rows } = await sql<AddedRow>`
      select added.event_id as "eventId", added.email, members.id as "memberId", coalesce(
          members.suspended_at is not null or members.deletion_at is not null
          or ${isRegistered(sql`added.event_id`, sql`members.id`)}
          or ${hasLeft(sql`added.event_id`, sql`members.id`)}
          or coalesce(${isBlockedBetween(sql`members.id`, sql`added.added_by`)}, false)
          or coalesce(${isBlockedFrom(sql`members.id`)}, false), false) as "isLeftOut"
      from added_people added
        join events on events.id = added.event_id
        left join members on members.email = added.email and members.email_verified
      where added.id = ${addedId} and added.email is not null`.execute(ctx.db);
    const [row] = rows;
    const added = row && (await findAdded(ctx.db, addedId));
    if (!added || row.isLeftOut) return null;
    const member = row.memberId === null ? null : await readerOf(ctx, row.memberId, "invited");
    if (row.memberId !== null && member === null) return null;
    const event = await findCalendarEntry(ctx.db, row.eventId);
    if (event?.status !== "active" || hasBegun(spanOf(event), ctx.now)) return null;
    const page = `${ctx.address}/added#${ctx.links.sign("added", addedId)}`;
    const reader = member ?? { name: "", email: row.email };
    return personAddedMail({ ...reader, event }, { page, status: added.status }, ctx);
  },
};

type AddedRow = {
  eventId: string;
  email: string;
  memberId: string | null;
  isLeftOut: boolean;
};
