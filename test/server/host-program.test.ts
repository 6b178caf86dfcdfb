import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "#db/connect.ts";
import { migrate } from "#db/migrate.ts";
import { makeIn } from "../make.ts";
import { newData } from "../setup/data.ts";

let data: string;
beforeAll(async () => {
  data = await newData("host");
});
afterAll(() => rm(data, { recursive: true }));

/** What the program says, and the code that it ends with. */
function host(...words: string[]) {
  const env = { ...process.env, DATA_DIR: data, ADMIN_EMAILS: "zoe@example.org" };
  const { status, stdout, stderr } = spawnSync(process.execPath, ["build/host.js", ...words], {
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
  expect(host("suspend", "zoe@example.org", "No.")).toMatchObject({ status: 1, said: "" });
  expect(host("toString", "mallory@example.org", "No.")).toMatchObject({ status: 2, said: "" });
});
