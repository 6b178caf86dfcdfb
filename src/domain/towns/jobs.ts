import { enqueue, type TaskHandlers } from "../outbox.ts";
import { fillTowns } from "./filling.ts";

export const townJobs: Pick<TaskHandlers, "fill_towns"> = {
  /** Reads the towns of our gazetteer into the tables, and then enqueues placing events that have no town yet. */
  async fill_towns({ db, now, gazetteer, stop }, { edition }) {
    if (gazetteer?.edition !== edition) throw new Error(`this process does not have the towns of edition ${edition}`);
    await fillTowns(db, gazetteer, now, stop);
    await enqueue(db, { kind: "place_events", key: `place_events:${edition}`, payload: { edition } }, now);
    return null;
  },
};
