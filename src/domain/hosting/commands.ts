import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { Failure } from "../failure.ts";
import { Acknowledged, isId, shape } from "../shapes.ts";
import type { Hosted } from "./access.ts";
import { recordHostAction } from "./log.ts";
import type { HostReason } from "./shapes.ts";
import { dropTask, retryTasks } from "./tasks.ts";

/**
 * Retries a task at once that was given up, or has failed and waits.
 * @throws Failure not_found (also a task that is done, running, or waits for its time)
 */
export const retryTask = (ctx: Hosted, id: string, why: HostReason): Promise<Acknowledged> =>
  changeTask(ctx, id, { ...why, action: "retry_task" }, (tx) => retryTasks(tx, id, ctx.now));

/** Gives a task up for good, and deletes its content. @throws Failure not_found (also a task that is done) */
export const letTaskGo = (ctx: Hosted, id: string, why: HostReason): Promise<Acknowledged> =>
  changeTask(ctx, id, { ...why, action: "drop_task" }, (tx) => dropTask(tx, id, ctx.now));

async function changeTask(
  ctx: Hosted,
  id: string,
  why: { action: "retry_task" | "drop_task"; reason: string },
  change: (tx: Transaction<Schema>) => Promise<number>,
): Promise<Acknowledged> {
  if (!isId(id)) throw new Failure("not_found");
  await ctx.db.transaction().execute(async (tx) => {
    if ((await change(tx)) === 0) throw new Failure("not_found");
    await recordHostAction(tx, { ...why, subject: "task", subjectId: id, by: ctx.by }, ctx.now);
  });
  return shape(Acknowledged, { acknowledged: true });
}
