import { enqueue, type TaskContext } from "../outbox.ts";
import { isFilled } from "./filling.ts";

/** Has the towns of our gazetteer read into the tables when they are not there yet: one task, however many processes look, and however often. */
export async function sweepTowns({ db, now, gazetteer }: Pick<TaskContext, "db" | "now" | "gazetteer">): Promise<void> {
  if (!gazetteer || (await isFilled(db, gazetteer.edition))) return;
  const { edition } = gazetteer;
  await enqueue(db, { kind: "fill_towns", key: `fill_towns:${edition}`, payload: { edition } }, now);
}
