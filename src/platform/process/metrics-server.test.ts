import { afterEach, describe, expect, it } from "vitest";
import { createMetrics } from "../metrics/metrics.ts";
import { freePort } from "#test/setup/server.ts";
import { serveMetrics } from "./metrics-server.ts";

let stop: (() => void) | undefined;
afterEach(() => stop?.());

describe("serveMetrics", () => {
  it("answers one path, and nothing else", async () => {
    const port = await freePort();
    let isBroken = false;
    stop = await serveMetrics({ host: "127.0.0.1", port }, () =>
      isBroken
        ? Promise.reject(new Error("a detail"))
        : createMetrics("1.2.3")
            .figures()
            .then((figures) => [figures]),
    );
    const ask = async (path: string, method = "GET") => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
      return [answer.status, await answer.text()];
    };
    expect(await ask("/metrics")).toEqual([200, expect.stringContaining("# TYPE goodturn_request_seconds histogram")]);
    for (const path of ["/", "/api/events", "/metrics/x", "/healthz"]) expect(await ask(path)).toEqual([404, ""]);
    expect(await ask("/metrics", "POST")).toEqual([405, ""]);
    isBroken = true;
    expect(await ask("/metrics")).toEqual([500, ""]);
  });

  it("reports in one sentence that it cannot listen", async () => {
    const port = await freePort();
    stop = await serveMetrics({ host: "127.0.0.1", port }, async () => []);
    await expect(serveMetrics({ host: "127.0.0.1", port }, async () => [])).rejects.toMatchObject({
      name: "StartFailure",
      message: expect.stringMatching(
        `^METRICS_LISTEN_PORT: cannot listen on 127\\.0\\.0\\.1, port ${port}: .*EADDRINUSE`,
      ),
    });
  });
});
