import { rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { newData } from "../setup/data.ts";
import { keptServer, onEmbedded, prove, withHostileSmtp } from "./killing.ts";

withHostileSmtp();

describe("kill -9", () => {
  it("of a server on the embedded database loses nothing either", { timeout: 20 * 60_000 }, async () => {
    const dataDir = await newData("kill");
    const server = await keptServer("embedded", { DATA_DIR: dataDir });
    try {
      expect(await prove({ url: null, dataDir }, [server], onEmbedded)).toEqual([]);
    } finally {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
