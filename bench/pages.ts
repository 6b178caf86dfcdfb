import { randomUUID } from "node:crypto";
import { fork } from "node:child_process";
import { startCluster } from "../test/setup/cluster.ts";
import { freePort } from "../test/setup/server.ts";
import { medianOf, processorOf, report, withServer } from "./measure.ts";
import { answersASecond, questionOf, wholeAnswer } from "./plain-client.ts";

// Measures how many cached pages and calls per second are answered. The comparison is a plain `node:http` server that
// sends the same bytes and headers, with as many connections on the same machine. Measures also the processor time of a
// page to render.

/** The highest ratio of the plain server's speed to ours. */
const rawMax = 2;
/** Milliseconds of processor time, including compression. */
const renderedMax = { event: 3, list: 5, home: 5 };
const connections = 32;
const rounds = 3;
const rendered = 320;
/**
 * The number of pages rendered before measuring, as on a running server: its compiler's first work is not part of a
 * page's cost.
 */
const renderedBefore = 1000;

const cluster = await startCluster();
try {
  const variables = { DATABASE_URL: cluster.url("postgres"), AUTH_SECRET: randomUUID(), DEMO: "on" };
  await withServer(variables, async ({ address, pid }) => {
    const events = (await (await fetch(`${address}/api/events?limit=24`)).json()) as { _id: string }[];
    const [event] = events;
    const eventPage = `/view-event/${event?._id}`;
    for (const packing of ["gzip", "br"]) {
      for (const path of ["/", "/upcoming-events", eventPage, "/api/events", `/api${eventPage}`]) {
        await compare(`${path.replace(event?._id ?? "", "…")}, ${packing}`, address, path, {
          "accept-encoding": packing,
        });
      }
    }
    const { headers } = await fetch(address, { headers: { "accept-encoding": "br" } });
    const known = { "accept-encoding": "br", "if-none-match": headers.get("etag") ?? "" };
    await compare("/, that the caller has", address, "/", known);

    // Measured in turns, and the median counts: now and then garbage is collected, which takes as long as ten pages.
    const made = [
      { what: "event", paths: events.map(({ _id }) => `/view-event/${_id}`), times: [] as number[] },
      { what: "list", paths: ["/upcoming-events"], times: [] as number[] },
      { what: "home", paths: ["/"], times: [] as number[] },
    ] as const;
    for (const { paths } of made) await render(address, paths, renderedBefore);
    for (let round = 0; round < rounds; round++) {
      for (const { paths, times } of made) {
        const before = processorOf(pid);
        await render(address, paths, rendered);
        times.push((processorOf(pid) - before) / rendered);
      }
    }
    for (const { what, times } of made) {
      report(`a page that is made: ${what}`, medianOf(times), renderedMax[what], "ms of processor");
    }
  });
} finally {
  await cluster.stop();
}

/** Measured in turns, so that other work on the machine affects both alike; the median counts. */
async function compare(what: string, address: string, path: string, headers: Record<string, string>) {
  const [ours, raw]: [number[], number[]] = [[], []];
  const port = Number(new URL(address).port);
  const question = questionOf(port, path, headers);
  const answer = await wholeAnswer(port, question);
  const plain = await plainServer(answer);
  try {
    const asked = { question, length: answer.length };
    for (let round = 0; round < rounds; round++) {
      ours.push(await answersASecond(port, connections, () => asked));
      raw.push(await answersASecond(plain.port, connections, () => asked));
    }
  } finally {
    plain.stop();
  }
  const [mine, theirs] = [medianOf(ours), medianOf(raw)];
  process.stdout.write(`${what}: ${mine.toFixed(0)} a second, plain ${theirs.toFixed(0)} a second\n`);
  report(`${what}: plain server's rate to ours`, theirs / mine, rawMax, "times");
}

/** A server with one fixed answer, in a process of its own. */
async function plainServer(answer: Buffer) {
  const port = await freePort();
  const child = fork(`${import.meta.dirname}/plain-server.ts`, [String(port), answer.toString("base64")]);
  await new Promise((resolve) => child.once("message", resolve));
  return { port, stop: () => void child.kill() };
}

/** Requests that many pages in turn, by as many callers at once, each at an unused address, so that none is cached. */
async function render(address: string, paths: readonly string[], times: number): Promise<void> {
  let asked = 0;
  const caller = async () => {
    while (asked < times) {
      const path = paths[asked++ % paths.length];
      const answer = await fetch(`${address}${path}?n=${randomUUID()}`, { headers: { "accept-encoding": "gzip" } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} is refused with ${answer.status}: nothing was rendered.`);
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
}
