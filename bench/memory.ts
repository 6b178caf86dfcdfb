import { readFileSync } from "node:fs";
import { report, withPreparedData, withServer } from "./measure.ts";

// Resident memory at rest: five seconds after the start, with the embedded database, after one visit.

const limit = 700;
const rest = 5000;

const megabytes = await withPreparedData((variables) =>
  withServer(variables, async ({ address, pid }) => {
    await (await fetch(address)).text();
    await new Promise((resolve) => setTimeout(resolve, rest));
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1024;
  }),
);
report("memory at rest", megabytes, limit, "MB");
