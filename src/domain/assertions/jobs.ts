import { sql } from "kysely";
import { nameFor } from "../mail.ts";
import type { TaskHandlers } from "../outbox.ts";
import { answeredWithin } from "../records/rules.ts";
import { answeredMail, askedMail } from "./mails.ts";
import { isAskedOf, isStillAsked } from "./queries.ts";

const day = 86_400_000;

export const assertionJobs: Pick<TaskHandlers, "assertion_asked" | "assertion_answered"> = {
  /**
   * Mails the owner of an address, if they can assert anything; the member who asked does not learn whether the mail
   * was sent.
   */
  async assertion_asked({ db, address, now }, { assertionId }) {
    const row = await db
      .selectFrom("assertions")
      .innerJoin("members as reader", "reader.email", "assertions.email")
      .innerJoin("members as asker", "asker.id", "assertions.member_id")
      .innerJoin("record_events", "record_events.event_id", "assertions.event_id")
      .leftJoin("events", (join) => join.onRef("events.id", "=", "assertions.event_id").on("is_draft", "=", false))
      .where("assertions.id", "=", assertionId)
      .where(isStillAsked(now))
      .where(isAskedOf(sql`reader.id`, now))
      .select(["assertions.title", "assertions.event_date", "record_events.time_zone", "hours", "asked_at"])
      .select(["reader.name", "reader.email", "reader.email_verified", "asker.name as asker", "events.id as eventId"])
      .executeTakeFirst();
    if (!row) return null;
    const { event_date: eventDate, time_zone: timeZone, asked_at, ...about } = row;
    const until = new Date(asked_at.getTime() + answeredWithin * day);
    return askedMail({ ...about, name: nameFor(row), eventDate, timeZone, until, now }, address);
  },

  /** Tells the member who asked about the answer, unless it has changed by now. */
  async assertion_answered({ db, address }, { memberId, assertionId, answer }) {
    const row = await db
      .selectFrom("assertions")
      .innerJoin("members", "members.id", "member_id")
      .where("assertions.id", "=", assertionId)
      .where("member_id", "=", memberId)
      .where("status", "=", answer)
      .select(["title", "hours", "said_name", "name", "members.email", "email_verified"])
      .executeTakeFirst();
    if (!row) return null;
    const { title, hours, said_name } = row;
    return answeredMail(
      { name: nameFor(row), email: row.email, asserter: said_name ?? "", title, hours, answer },
      address,
    );
  },
};
