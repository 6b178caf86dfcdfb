import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "#platform/database/connect.ts";
import { migrate } from "#db/migrate.ts";
import { newId } from "#db/schema.server.ts";
import { sendReport } from "#domain/reports/commands.ts";
import { ReportInput } from "#domain/reports/shapes.ts";
import { makeIn } from "../make.ts";
import { type Cluster, startCluster } from "../setup/cluster.ts";
import { newData } from "../setup/data.ts";
import { compiledIn, forSeconds } from "../setup/server.ts";

/**
 * A site on each database, by its host's configuration. On PostgreSQL the program ends sooner, so most tests use that.
 */
let embedded: { DATA_DIR: string };
let postgres: { DATABASE_URL: string; AUTH_SECRET: string };
let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
  embedded = { DATA_DIR: await newData("host") };
  postgres = { DATABASE_URL: cluster.url("postgres"), AUTH_SECRET: "0123571789abcdef0123571789abcdef" };
});
afterAll(async () => {
  await cluster.stop();
  await rm(embedded.DATA_DIR, { recursive: true });
});

/** Runs the program for a site; returns its output and exit code. */
const hostOf =
  (site: Record<string, string>) =>
  (...words: string[]) => {
    const env = { ...process.env, ...compiledIn(), ADMIN_EMAILS: "zoe@example.org", ...site };
    const { status, stdout, stderr } = spawnSync(process.execPath, [...forSeconds, "build/host.js", ...words], {
      env,
      encoding: "utf8",
    });
    return { status, said: stdout, complained: stderr };
  };

it("works on the embedded database of a stopped site", async () => {
  const { db, close } = await openDatabase({ url: null, dataDir: embedded.DATA_DIR });
  await migrate(db);
  await makeIn(db).member({ email: "mallory@example.org" });
  await close();
  const host = hostOf(embedded);
  const suspended = host("suspend", "mallory@example.org", "Asked for money.");
  expect(suspended).toEqual({ status: 0, said: "mallory@example.org is suspended.\n", complained: "" });
  expect(host("log").said).toMatch(/suspend_member .*\(at the machine\) {2}Asked for money\./);
});

it("does on the command line what hosts do on their pages, and logs it", async () => {
  const { db, close } = await openDatabase({ url: postgres.DATABASE_URL, dataDir: null });
  await migrate(db);
  const make = makeIn(db);
  const host = hostOf(postgres);
  const mallory = await make.member({ email: "mallory@example.org", displayName: "Mallory" });
  const eventId = await make.event({ title: "Beach Cleanup" });
  const input = ReportInput.parse({ about: "event", id: eventId, reason: "untrue", words: "Nobody is there." });
  await sendReport({ ...make.context(await make.member()), from: "192.0.2.1" }, input);
  // Reviews for more than one page: an urgent one, one of an existing event, and many of deleted subjects.
  const treeDay = await make.event({ title: "Tree day" });
  const more = Array.from({ length: 101 }, (_, index) => ({
    id: newId(),
    about: "event" as const,
    subject_id: index === 1 ? treeDay : newId(),
    cause: "words" as const,
    opened_at: new Date(),
    ...(index === 0 && { reports: 4, confirmed: 3, answer: "Why?", answered_at: new Date() }),
  }));
  await db.insertInto("reviews").values(more).execute();
  const zoe = await make.member({ email: "zoe@example.org", displayName: "Zoe" });
  await make.proven(zoe);
  await close();

  const suspended = host("suspend", "mallory@example.org", "Asked for money.");
  expect(suspended).toMatchObject({ status: 0, said: "mallory@example.org is suspended.\n" });
  expect(JSON.parse(host("export", "mallory@example.org").said)).toMatchObject({
    profile: { id: mallory.id, suspendedFor: "Asked for money." },
    hostActions: [{ action: "suspend_member" }],
  });

  const { said: listed, complained } = host("reports");
  expect(complained).toBe("");
  const [urgent, reported = "", ...others] = listed.trimEnd().split("\n");
  expect(urgent).toMatch(/^\S+ {2}\S+ {2}event {2}\(gone\) {2}reported by 4 {2}urgent {2}answered {2}words$/);
  expect(reported).toMatch(/^\S+ {2}\S+ {2}event {2}Beach Cleanup {2}reported by 1$/);
  expect(others).toHaveLength(100);
  const review = reported.split("  ")[1] ?? "";
  expect(JSON.parse(host("report", review).said)).toMatchObject({
    subjectId: eventId,
    said: [{ words: "Nobody is there." }],
  });
  expect(host("restore", review, "No.")).toMatchObject({ status: 1, said: "" });
  expect(host("hide", review, "We look.")).toMatchObject({ status: 0, complained: "" });
  expect(host("reports").said).toMatch(/ {2}reported by 1 {2}hidden\n/);
  expect(host("restore", review, "It is fine.").status).toBe(0);
  expect(host("keep", more[0]?.id ?? "", "It has gone.")).toMatchObject({ status: 0, complained: "" });
  expect(host("delete", more[1]?.id ?? "", "Spam.")).toMatchObject({ status: 0, said: "It is deleted.\n" });
  expect(host("reports").said).not.toMatch(/urgent|Beach Cleanup|Tree day/);
  const log = host("log").said;
  expect(log).toMatch(/suspend_member .*\(at the machine\) {2}Asked for money\./);
  expect(log).toMatch(new RegExp(`hide_reported {2}${eventId} {2}\\(at the machine\\) {2}We look\\.`));
  expect(log).toMatch(/restore_reported .* {2}It is fine\./);
  expect(log).toMatch(/keep_reported .* {2}It has gone\./);
  expect(log).toMatch(/delete_reported .* {2}Spam\./);
  const refused = { status: 1, said: "", complained: expect.stringMatching(/^Say the id of a report: .*\n$/) };
  expect(host("hide", "mallory@example.org", "No.")).toEqual(refused);
  expect(host("hide", review)).toMatchObject({ status: 2, said: "" });
  expect(host("report")).toMatchObject({ status: 2, said: "" });
  // The same command works for a report and for a member.
  expect(host("delete", "mallory@example.org", "Spam.")).toMatchObject({ status: 0, complained: "" });

  expect(host("suspend", "zoe@example.org", "No.")).toMatchObject({ status: 1, said: "" });
  expect(host("toString", "mallory@example.org", "No.")).toMatchObject({ status: 2, said: "" });
});
