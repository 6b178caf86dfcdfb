import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "#db/connect.ts";
import { migrate } from "#db/migrate.ts";
import { sendReport } from "#domain/reports/commands.ts";
import { ReportInput } from "#domain/reports/shapes.ts";
import { makeIn } from "../make.ts";
import { newData } from "../setup/data.ts";
import { forSeconds } from "../setup/server.ts";

let data: string;
beforeAll(async () => {
  data = await newData("host");
});
afterAll(() => rm(data, { recursive: true }));

/** What the program says, and the code that it ends with. */
function host(...words: string[]) {
  const env = { ...process.env, DATA_DIR: data, ADMIN_EMAILS: "zoe@example.org" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...forSeconds, "build/host.js", ...words], {
    env,
    encoding: "utf8",
  });
  return { status, said: stdout, complained: stderr };
}

it("does at the machine what hosts do on their pages, and writes it down", async () => {
  const { db, close } = await openDatabase({ url: null, dataDir: data });
  await migrate(db);
  const make = makeIn(db);
  const mallory = await make.member({ email: "mallory@example.org", displayName: "Mallory" });
  const eventId = await make.event({ title: "Beach Cleanup" });
  const input = ReportInput.parse({ about: "event", id: eventId, reason: "untrue", words: "Nobody is there." });
  await sendReport({ ...make.context(await make.member()), from: "192.0.2.1" }, input);
  const zoe = await make.member({ email: "zoe@example.org", displayName: "Zoe" });
  await make.proven(zoe);
  await close();

  const suspended = host("suspend", "mallory@example.org", "Asked for money.");
  expect(suspended).toMatchObject({ status: 0, said: "mallory@example.org is suspended.\n" });
  expect(JSON.parse(host("export", "mallory@example.org").said)).toMatchObject({
    profile: { id: mallory.id, suspendedFor: "Asked for money." },
    hostActions: [{ action: "suspend_member" }],
  });
  expect(host("log").said).toMatch(/suspend_member .*\(at the machine\) {2}Asked for money\./);

  const { said: listed, complained } = host("reports");
  expect(complained).toBe("");
  expect(listed).toMatch(/^\S+ {2}\S+ {2}event {2}Beach Cleanup {2}reported by 1\n$/);
  const review = listed.split("  ")[1] ?? "";
  expect(JSON.parse(host("report", review).said)).toMatchObject({
    subjectId: eventId,
    said: [{ words: "Nobody is there." }],
  });
  expect(host("restore", review, "No.")).toMatchObject({ status: 1, said: "" });
  expect(host("hide", review, "We look.")).toMatchObject({ status: 0, complained: "" });
  expect(host("reports").said).toMatch(/ {2}hidden\n$/);
  expect(host("restore", review, "It is fine.").status).toBe(0);
  expect(host("reports").said).toBe("");
  const log = host("log").said;
  expect(log).toMatch(new RegExp(`hide_reported {2}${eventId} {2}\\(at the machine\\) {2}We look\\.`));
  expect(log).toMatch(/restore_reported .* {2}It is fine\./);
  expect(host("hide", "mallory@example.org", "No.")).toMatchObject({ status: 1, said: "" });
  expect(host("hide", review)).toMatchObject({ status: 2, said: "" });

  expect(host("suspend", "zoe@example.org", "No.")).toMatchObject({ status: 1, said: "" });
  expect(host("toString", "mallory@example.org", "No.")).toMatchObject({ status: 2, said: "" });
});
