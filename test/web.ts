import { createServer, type RequestListener } from "node:http";
import { type Duplex, duplexPair } from "node:stream";
import { createImporter } from "#adapters/imports/importer.ts";

const day = 86_400_000;

/** The IP address behind all names of a test's web: a public one. */
export const publicAddress = "93.184.215.14";

/**
 * A web of a single server, without a network. `dialed` lists the addresses and ports to which connections were made.
 */
export function webOf(listener: RequestListener) {
  const server = createServer(listener);
  const dialed: string[] = [];
  return {
    dialed,
    resolve: async (_name: string): Promise<string[]> => [publicAddress],
    dial(address: string, port: number): Duplex {
      dialed.push(`${address} ${port}`);
      const [near, far] = duplexPair();
      server.emit("connection", far);
      return near;
    },
  };
}

const stamp = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d+/g, "");

/** A calendar with one event, tomorrow; its name is `uid`. */
export const calendarWith = (
  uid = "reading@example.org",
  begin = new Date(Date.now() + day),
  more: readonly string[] = [],
) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Example//Calendar//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTART:${stamp(begin)}`,
    `DTEND:${stamp(new Date(begin.getTime() + 3_600_000))}`,
    "SUMMARY:Reading hour",
    "LOCATION:Library",
    "DESCRIPTION:We read aloud.",
    ...more,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

/**
 * An importer for tests, in one thread and without a time limit but the test's own; on its web every address has that
 * calendar.
 */
export const testImporter = createImporter(
  { fetches: true },
  { ...webOf((_request, response) => void response.end(calendarWith())), readingMax: 600_000 },
);
