import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { talkTo } from "./embedded-thread.ts";

/** A thread that answers 'echo' with its text, exits at 'exit', throws at 'throw', and never answers anything else. */
const code = `
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", ({ id, kind, text }) => {
    if (kind === "close") parentPort.postMessage({ id });
    if (text === "exit") process.exit(7);
    if (text === "throw") throw new Error("out of memory");
    if (text?.startsWith("echo")) parentPort.postMessage({ id, rows: [text] });
    if (text === "fail") parentPort.postMessage({ id, error: { message: "no", code: "23505", constraint: "c" } });
  });`;

function start() {
  const reasons: Error[] = [];
  const worker = new Worker(code, { eval: true });
  const { ask, close } = talkTo(worker, (reason) => reasons.push(reason));
  return { worker, ask, close, reasons, query: (text: string) => ask({ kind: "query", text }) };
}

describe("talkTo", () => {
  it("matches each answer to its question", async () => {
    const { query, worker } = start();
    const [first, second] = await Promise.all([query("echo 1"), query("echo 2")]);
    expect([first.rows, second.rows]).toEqual([["echo 1"], ["echo 2"]]);
    await worker.terminate();
  });

  it("throws the database's errors, with their codes", async () => {
    const { query, worker } = start();
    await expect(query("fail")).rejects.toMatchObject({ message: "no", code: "23505", constraint: "c" });
    await worker.terminate();
  });

  it.each([
    ["ends", "exit", "The embedded database has stopped (code 7)"],
    ["throws", "throw", "out of memory"],
  ])("rejects pending and later questions when the thread %s", async (_how, text, message) => {
    const { query, reasons } = start();
    const ends = await Promise.allSettled([query("wait"), query(text)]);
    const rejected = { status: "rejected", reason: expect.objectContaining({ message }) };
    expect(ends).toEqual([rejected, rejected]);
    await expect(query("echo")).rejects.toThrow(message);
    expect(reasons).toHaveLength(1);
  });

  it("rejects a parameter that cannot be sent, and goes on", async () => {
    const { ask, query, worker } = start();
    await expect(ask({ kind: "query", text: "echo", parameters: [() => {}] })).rejects.toThrow("could not be cloned");
    await expect(query("echo")).resolves.toBeDefined();
    await worker.terminate();
  });

  it("does not report an end that was requested", async () => {
    const { close, reasons } = start();
    await close();
    expect(reasons).toEqual([]);
  });
});
