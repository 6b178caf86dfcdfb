import { beforeEach, describe, expect, it } from "vitest";
import { outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { asHost } from "#test/host.ts";
import { makeIn, type Make } from "#test/make.ts";
import type { Context } from "../context.ts";
import type { Member } from "../members/shapes.ts";
import { enqueue } from "../outbox.ts";
import { hostedBy } from "./access.ts";
import { letTaskGo, retryTask } from "./commands.ts";
import { listHostActions } from "./queries.ts";
import { LogFilter } from "./shapes.ts";

let make: Make;
let host: Member;
let ctx: Context;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  host = await make.member({ email: "host@example.org" });
  ctx = asHost(make, host);
});

const hour = 3_600_000;
const reason = "It has to be so.";
const task = (key: string, at: Date) =>
  enqueue(make.db, { kind: "expire_offers", key, payload: { eventId: key } }, new Date(), at);

describe("retryTask and letTaskGo", () => {
  it("change a task once, with a reason in the log, and only a task in the right state", async () => {
    await task("failed", new Date(Date.now() - hour));
    await task("later", new Date(Date.now() + hour));
    const failed = { failed_at: new Date(), reason: "550", attempts: 9 };
    await make.db.updateTable("outbox").set(failed).where("key", "=", "failed").execute();
    const rows = await make.db.selectFrom("outbox").select(["id", "key"]).orderBy("key").execute();
    const [bad = "", good = ""] = rows.map(({ id }) => id);
    const by = hostedBy(ctx);
    expect(await outcomeOf(retryTask(by, good, { reason }))).toBe("not_found");
    expect(await outcomeOf(retryTask(by, "x", { reason }))).toBe("not_found");
    await retryTask(by, bad, { reason });
    await letTaskGo(by, bad, { reason });
    expect(await outcomeOf(letTaskGo(by, bad, { reason }))).toBe("not_found");
    const { rows: log, total } = await listHostActions(ctx, LogFilter.parse({}));
    expect(total).toBe(2);
    expect(log.map(({ action, subjectId, by: whose }) => [action, subjectId, whose])).toEqual([
      ["drop_task", bad, host.email],
      ["retry_task", bad, host.email],
    ]);
    const first = await listHostActions(ctx, LogFilter.parse({ limit: "1" }));
    const last = await listHostActions(ctx, LogFilter.parse({ limit: "1", cursor: first.next ?? "" }));
    expect([first.rows, last.rows, last.next]).toEqual([log.slice(0, 1), log.slice(1), null]);
  });
});
