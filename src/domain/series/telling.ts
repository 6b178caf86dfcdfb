import type { Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { planOf, withWordsOf } from "../events/changes.ts";
import type { LockedEvent } from "../events/locking.ts";
import { changesIn } from "../events/mails.ts";
import { enqueueAll, type SeriesNews, type Task } from "../outbox.ts";
import { membersAt } from "../registrations/people.ts";

/** A date as it was and as it is; null if it will not take place. */
export type ChangedDate = { was: LockedEvent; is: LockedEvent | null };

/** The dates of a series that changed for each person, by their id. */
export type NewsByPerson = ReadonlyMap<string, SeriesNews["dates"]>;

/**
 * Finds who is registered for changed dates, and so is to be told of them. With `tell: false` changed words are not
 * told, as for one event. The member who makes the change is not told.
 */
export async function newsOf(
  tx: Transaction<Schema>,
  dates: readonly ChangedDate[],
  { tell, by }: { tell: boolean; by: string },
): Promise<NewsByPerson> {
  const news = new Map<string, SeriesNews["dates"]>();
  for (const { was, is } of dates) {
    const [before, after] = [planOf(was), is && planOf(is)];
    const isTold = after === null || changesIn(tell ? before : withWordsOf(after, before), after).length > 0;
    if (!isTold) continue;
    const people = await tx
      .selectFrom(membersAt(was.id).as("registered"))
      .where("member_id", "!=", by)
      .select(["member_id", "registration_id"])
      .execute();
    for (const { member_id, registration_id: registrationId } of people) {
      const date = { eventId: was.id, registrationId, sequence: was.sequence + 1, was: before, is: after };
      news.set(member_id, [...(news.get(member_id) ?? []), date]);
    }
  }
  return news;
}

/** Writes one mail for each person, however many dates changed for them. @returns the number of people */
export async function tellNews(
  tx: Transaction<Schema>,
  seriesId: string,
  news: NewsByPerson,
  { note, reason }: Pick<SeriesNews, "note" | "reason">,
  now: Date,
): Promise<number> {
  const batch = newId();
  const tasks = [...news].map(([memberId, dates]): Task => {
    const payload = { seriesId, memberId, dates, note, reason };
    return { kind: "series_changed", key: `series_changed:${batch}:${memberId}`, payload };
  });
  await enqueueAll(tx, tasks, now);
  return tasks.length;
}
