import type { Transaction } from "kysely";
import { newId, type Schema } from "#db/schema.server.ts";
import { enqueue } from "../outbox.ts";
import type { About } from "./rules.ts";

/** The cause of a review: a report, an organizer's first event, or listed words. */
export type Cause = Schema["reviews"]["cause"];

/**
 * Returns the open review of a thing, with its row locked. If there is none, creates one and mails hosts about it.
 * @returns its id
 */
export async function openReview(
  tx: Transaction<Schema>,
  { about, subjectId, cause }: { about: About; subjectId: string; cause: Cause },
  now: Date,
): Promise<string> {
  const id = newId();
  const review = await tx
    .insertInto("reviews")
    .values({ id, about, subject_id: subjectId, cause, opened_at: now })
    .onConflict((conflict) =>
      conflict.columns(["about", "subject_id"]).where("decided_at", "is", null).doUpdateSet({ subject_id: subjectId }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  if (review.id === id) {
    await enqueue(tx, { kind: "review_opened", key: `review_opened:${id}`, payload: { reviewId: id } }, now);
  }
  return review.id;
}
