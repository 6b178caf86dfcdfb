import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../database/connect.ts";
import { migrate } from "#db/migrate.ts";
import type { OpenDatabase } from "../database/open-database.ts";
import { newPostgresDatabase } from "#test/database.ts";
import { createReadiness } from "./readiness.ts";
import { createSaving } from "./saving.ts";

describe("a process whose database is full", () => {
  it("is not ready after a failed write, and is ready again when there is room", async () => {
    const url = await newPostgresDatabase();
    const heard: string[] = [];
    const { onQuery, canSave } = createSaving((statement, _, error) => void (error && heard.push(statement)));
    const open = () => openDatabase({ url, dataDir: null, connections: 5, onQuery });
    const isReady = ({ probe }: OpenDatabase) => createReadiness({ probe, canSave, isStopping: () => false })();
    const name = sql.id(new URL(url).pathname.slice(1));
    // A read-only database rejects the same statements as one with a full disk; existing connections may still write.
    const close = (isClosed: "on" | "off") =>
      sql`alter database ${name} set default_transaction_read_only = ${sql.raw(isClosed)}`;
    const before = await open();
    await migrate(before.db);
    await close("on").execute(before.db);

    const closed = await open();
    expect(await isReady(closed)).toBe(true);
    await expect(sql`select 1 / 0`.execute(closed.db)).rejects.toMatchObject({ code: "22012" });
    expect(await isReady(closed)).toBe(true);
    await expect(sql`delete from events`.execute(closed.db)).rejects.toMatchObject({ code: "25006" });
    expect([await isReady(closed), await isReady(closed)]).toEqual([false, false]);
    expect(heard).toContain("delete from events");
    await closed.close();

    await close("off").execute(before.db);
    const opened = await open();
    expect(await isReady(opened)).toBe(true);
    // The attempt leaves no data behind.
    const { rows } = await sql`select from pg_class where relname = 'goodturn_room'`.execute(opened.db);
    expect(rows).toEqual([]);
    await Promise.all([before.close(), opened.close()]);
  });
});
