import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { forgetInHostLog, recordHostAction } from "./log.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const record = (subjectId: string, by: string | null, reason = "Spam") =>
  make.db
    .transaction()
    .execute((tx) =>
      recordHostAction(tx, { action: "suspend_member", subject: "member", subjectId, by, reason }, new Date()),
    );
const log = () => make.db.selectFrom("host_actions").selectAll().orderBy("id").execute();

describe("the log of hosts' actions", () => {
  it("only grows: no entry can be changed, deleted or emptied", async () => {
    await record(newId(), newId());
    const before = await log();
    for (const statement of [
      "update host_actions set reason = 'Another'",
      "update host_actions set subject_id = null",
      "update host_actions set at = now()",
      "delete from host_actions",
      "truncate host_actions",
      "truncate members, host_actions cascade",
    ])
      await expect(sql.raw(statement).execute(make.db), statement).rejects.toThrow("only added to");
    expect(await log()).toEqual(before);
  });

  it("removes the name of a deleted member, and nothing else", async () => {
    const {
      id,
      displayName: name,
      email,
    } = await make.member({ displayName: "Zoë (O'Hara) *", email: "zoe@example.org" });
    const other = newId();
    await record(id, other, `zoë (o'hara) * of ZOE@example.org: spam; zo\\e`);
    await record(other, id, "Zoë (O'Hara) * asked");
    await record(other, null, "Not Zoë (O'Hara) *");
    const before = await log();

    await make.db.transaction().execute((tx) => forgetInHostLog(tx, { id, name, email }));
    const [first, second, third] = await log();
    expect(first).toEqual({ ...before[0], subject_id: null, reason: "… of …: spam; zo\\e" });
    expect(second).toEqual({ ...before[1], host_id: null, reason: "… asked" });
    expect(third).toEqual(before[2]);
    // The database has allowed no other change.
    await expect(sql`truncate host_actions`.execute(make.db)).rejects.toThrow("only added to");
    await expect(sql`delete from host_actions`.execute(make.db)).rejects.toThrow("only added to");
    await expect(sql`update host_actions set host_id = null`.execute(make.db)).rejects.toThrow("only added to");
  });
});
