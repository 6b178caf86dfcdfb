import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "#platform/database/connect.ts";
import { migrate } from "../../src/db/migrate.ts";
import type { OpenDatabase } from "#platform/database/open-database.ts";
import { enqueue } from "../../src/domain/outbox.ts";
import { makeIn, type Make } from "../make.ts";
import { type Cluster, startCluster } from "../setup/cluster.ts";
import { ask, type Person } from "../setup/crowd.ts";
import { type RunningServer, startServer } from "../setup/server.ts";

const minute = 60_000;
const shift = 20 * minute;

let cluster: Cluster;
let database: OpenDatabase;
let make: Make;
let folder: string;
/** A server with a slow clock, and one with a fast clock. */
let servers: [RunningServer, RunningServer];
beforeAll(async () => {
  cluster = await startCluster();
  folder = mkdtempSync(join(tmpdir(), "goodturn-clocks-"));
  const url = cluster.url("postgres");
  database = await openDatabase({ url, dataDir: null });
  await migrate(database.db);
  make = makeIn(database.db);
  const startWith = (by: number) =>
    startServer({
      DATABASE_URL: url,
      AUTH_SECRET: "0123571789abcdef0123571789abcdef",
      DATA_DIR: folder,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, "../../tools/test/shifted-clock.ts")}`,
      CLOCK_SHIFT: String(by),
    });
  servers = await Promise.all([startWith(-shift), startWith(shift)]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database.close();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute);

let registered = 0;
/** A new person who has registered at this server and got a token there. */
async function register(address: string): Promise<Person> {
  const email = `amina-${++registered}@demo.example`;
  const person = { name: "Amina", email, password: "Planting4all", image: "https://example.org/face.jpg" };
  const answer = await fetch(`${address}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
    body: JSON.stringify(person),
  });
  const cookie = answer.headers.getSetCookie().map((set) => set.split(";")[0]);
  const headers = { cookie: cookie.join("; ") };
  const { token } = (await (await fetch(`${address}/api/auth/token`, { headers })).json()) as { token: string };
  return { id: "", email, token };
}

/** A task that does nothing, due at that time. */
const task = (key: string, at: Date) =>
  enqueue(make.db, { kind: "reset_password", key, payload: { email: "nobody@demo.example" } }, at);

/** The tasks of this kind that each server has taken. */
async function taken() {
  const tasks = make.db.selectFrom("outbox").select("key").where("kind", "=", "reset_password");
  return (await tasks.where("attempts", ">", 0).execute()).map(({ key }) => key);
}

describe("servers whose clocks are wrong", () => {
  it("report it", () => {
    const [slow, fast] = servers.map(({ written }) => written());
    expect(slow).toContain(`"msg":"Clock: this machine's is 20 minutes behind the database's`);
    expect(fast).toContain(`"msg":"Clock: this machine's is 20 minutes ahead of the database's`);
  });

  it("accept each other's tokens until these really expire", async () => {
    for (const { address } of servers) {
      const person = await register(address);
      const [, claims = ""] = person.token.split(".");
      const { exp } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { exp: number };
      expect(Math.abs(exp * 1000 - inMinutes(15).getTime())).toBeLessThan(minute);
      for (const at of servers) expect((await ask(at.address, person, "GET", "/joined-events")).status).toBe(200);
    }
    const { rows } = await sql<{ soon: boolean }>`
      select abs(extract(epoch from expires_at - now()) - 7 * 86400) < 60
        and abs(extract(epoch from created_at - now())) < 60 as soon from sessions`.execute(make.db);
    expect(rows).toEqual([{ soon: true }, { soon: true }]);
  });

  it("let people join events that are not over, and no others", async () => {
    // Events of these tests last two hours.
    const over = await make.event({ eventDate: inMinutes(-130) });
    const ending = await make.event({ eventDate: inMinutes(-110) });
    for (const { address } of servers) {
      const person = await register(address);
      const joining = (eventId: string) => ask(address, person, "POST", "/join-event", { eventId });
      expect((await joining(over)).said.code).toBe("event_over");
      expect((await joining(ending)).status).toBe(200);
    }
  });

  it("run tasks when they are due, and not before", async () => {
    const [due, later] = [inMinutes(-1), inMinutes(10)];
    // So many tasks that each server takes some of them, by its own clock.
    await Promise.all([task("later", later), ...Array.from({ length: 30 }, (_, n) => task(`due ${n}`, due))]);
    await expect.poll(async () => (await taken()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(30);
    // A server that has done this task has looked for others since.
    await task("last", due);
    await expect.poll(taken, { timeout: 20_000 }).toContain("last");
    expect(await taken()).not.toContain("later");
  });
});
