import { enqueue, type TaskContext } from "../outbox.ts";
import { isFilled } from "./filling.ts";

/**
 * Enqueues reading the towns of our gazetteer if they are not in the tables yet: one task, even if many processes sweep
 * many times.
 */
export async function sweepTowns({ db, now, gazetteer }: Pick<TaskContext, "db" | "now" | "gazetteer">): Promise<void> {
  if (!gazetteer || (await isFilled(db, gazetteer.edition))) return;
  const { edition } = gazetteer;
  await enqueue(db, { kind: "fill_towns", key: `fill_towns:${edition}`, payload: { edition } }, now);
}
