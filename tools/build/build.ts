import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { buildPrograms } from "./build-programs.ts";
import { writeGateWorker } from "./gate-worker.ts";

// Builds the site (`build/server`), the files for browsers (`build/client`) and the programs that serve them. Each file
// that compresses well gets a compressed copy: since it never changes, that is done once and at the best quality.
// `tools/run.mjs` runs this when needed.

const client = "build/client";
const compressible = /\.(js|css|svg|html|json|txt|xml|webmanifest)$/;
/** In bytes. A smaller answer fits into one packet anyway. */
const compressedMin = 1000;

rmSync("build", { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [realpathSync("node_modules/.bin/react-router"), "build"], {
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production" },
});
if (status !== 0) process.exit(status ?? 1);
await buildPrograms();
writeGateWorker(client);

for (const name of readdirSync(client, { recursive: true, encoding: "utf8" }).filter((file) =>
  compressible.test(file),
)) {
  const file = join(client, name);
  const content = readFileSync(file);
  if (content.length < compressedMin) continue;
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  );
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
