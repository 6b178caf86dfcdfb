import { createServer } from "node:http";
import { isMainThread } from "node:worker_threads";

// Loaded into the measured server (`--import`). It measures the longest time in which the event loop did not run an
// overdue timer, and how much of that was its own work: on a busy machine it also waits for a core.
// `perf_hooks.monitorEventLoopDelay` missed whole gaps. Answers on PROBE_PORT: GET returns the longest time since the
// last DELETE, in milliseconds; POST /200 blocks the loop that long, to check the probe itself.

const due = 1;

if (isMainThread) {
  const longest = { gap: 0, work: 0 };
  let last = performance.now();
  let worked = workOf();
  const tick = () => {
    const [now, work] = [performance.now(), workOf()];
    longest.gap = Math.max(longest.gap, now - last - due);
    longest.work = Math.max(longest.work, work - worked);
    last = now;
    worked = work;
    setTimeout(tick, due).unref();
  };
  tick();

  const probe = createServer((request, response) => {
    if (request.method === "DELETE") Object.assign(longest, { gap: 0, work: 0 });
    if (request.method === "POST") block(Number(request.url?.slice(1)));
    response.end(JSON.stringify(longest));
  });
  probe.listen(Number(process.env["PROBE_PORT"]), "127.0.0.1").unref();
}

/** The time that this thread has had a core, in milliseconds: waiting for one is caused by other programs. */
function workOf(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function block(milliseconds: number) {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}
