import type { SyncInput, Synced } from "#domain/gates/shapes.ts";
import { withDemoServer } from "../tools/demo/demo-server.ts";
import { makeGate, people, unlimited } from "./gate-people.ts";
import { medianOf, report } from "./measure.ts";

// Measures five phones at the gate of 300 people that come back online at once, each with as many marks as one call
// accepts: the time of one call, from the first byte sent until its answer is read. The log grows from round to round.

const devices = 5;
const rounds = 5;
const marksAtOnce = 200;

await withDemoServer(measureAt, unlimited);

async function measureAt(address: string) {
  const gate = await makeGate(address);
  const key = gate.split("#")[1] ?? "";
  const phones = await Promise.all(
    Array.from({ length: devices }, async (): Promise<Phone> => {
      const { pass } = await post<{ pass: string }>(`${address}/api/gates/open`, {
        key,
        deviceId: crypto.randomUUID(),
      });
      return { pass, since: 0, roster: { version: "", people: [] } };
    }),
  );
  const took: number[] = [];
  // The first round reads the roster, and sends no marks.
  for (let round = 0; round <= rounds; round++) {
    const times = await Promise.all(
      phones.map(async (phone) => {
        const begin = performance.now();
        const answer = await post<Synced>(`${address}/api/gates/sync`, requestOf(phone, round), phone.pass);
        const time = performance.now() - begin;
        if (round > 0 && answer.accepted.length < marksAtOnce) throw new Error("Marks were refused.");
        phone.since = answer.since;
        phone.roster = answer.roster ?? phone.roster;
        return time;
      }),
    );
    if (round > 0) took.push(...times);
  }
  const what = `gate of ${people} people, ${devices} phones at once, ${marksAtOnce} marks each: one call`;
  report(`${what}, median of ${took.length}`, medianOf(took), 1000, "ms");
  report(`${what}, longest`, Math.max(...took), 2000, "ms");
}

/** A phone's state of the gate. */
type Phone = { pass: string; since: number; roster: NonNullable<Synced["roster"]> };

/** A phone's request: no marks in the first round, then marks of everybody in turn. */
function requestOf({ since, roster }: Phone, round: number): SyncInput {
  const now = new Date().toISOString();
  const marks = Array.from({ length: round === 0 ? 0 : marksAtOnce }, (_, at) => ({
    id: crypto.randomUUID(),
    kind: round % 2 === 0 ? "undone" : "here",
    personId: roster.people[(at + round) % roster.people.length]?.id,
    deviceAt: now,
  }));
  return { sentAt: now, since, roster: roster.version, marks };
}

async function post<Answer>(url: string, body: object, pass?: string): Promise<Answer> {
  const headers = { "content-type": "application/json", ...(pass && { authorization: `Gate ${pass}` }) };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
