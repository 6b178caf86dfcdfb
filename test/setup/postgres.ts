import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#platform/database/connect.ts";
import { migrate } from "../../src/db/migrate.ts";
import { startCluster } from "./cluster.ts";

/** Starts a separate PostgreSQL and migrates one database, which is copied for each test worker. */
export default async function setup(project: TestProject) {
  const cluster = await startCluster();
  const admin = new Client(cluster.url("postgres"));
  await admin.connect();
  await admin.query("create database template_of_tests");
  await admin.end();
  const { db, close } = await openDatabase({ url: cluster.url("template_of_tests"), dataDir: null });
  await migrate(db);
  await close();
  project.provide("database", { url: cluster.url("postgres"), template: "template_of_tests" });
  return () => cluster.stop();
}
