import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { openDatabase } from "#platform/database/connect.ts";
import { eventTypes } from "#domain/events/rules.ts";
import { makeIn } from "#test/make.ts";
import { startCluster } from "../test/setup/cluster.ts";
import { makeCrowd, type Person } from "../test/setup/crowd.ts";
import { medianOf, processorOf, report, round, withServer } from "./measure.ts";

// Measures the server's processor time for creating an event by call, as the form sends it: with a chosen town, with a
// pin, and with words alone. The number per second is reported without a limit.

/** Milliseconds of the server's processor time for each event. */
const limit = 4;
const [organizers, callers, rounds] = [200, 16, 5];
const [before, each] = [2000, 600];

const paragraph = `We meet at the fountain and walk along the river together, in groups of four. Nobody needs to have done this before.
Gloves, bags and pickers are there; bring a bottle of water and shoes that may get wet. In the end we share bread and soup.`;

const cluster = await startCluster();
const url = cluster.url("postgres");
// Counted as always, but with a limit higher than the number of events made here.
const variables = {
  DATABASE_URL: url,
  AUTH_SECRET: randomUUID(),
  LIMIT_WRITES_PER_ACCOUNT: "1000000/600s",
  LIMIT_EVENTS_PER_ACCOUNT: "1000000/3600s",
};
try {
  // Filled before the start, because the site uses only one process while it adds demo content.
  await withServer({ ...variables, DEMO: "on" }, async () => {});
  const { db, close } = await openDatabase({ url, dataDir: null });
  const people = await makeCrowd(makeIn(db), organizers);
  const towns = await db.selectFrom("towns").select(["id", "name", "latitude", "longitude"]).execute();
  await sql`insert into listed_words (word, listed_at) values ('free money', now()), ('casino.example', now())`.execute(
    db,
  );
  try {
    await withServer(variables, async ({ address, pid }) => {
      await create(address, people, towns, before);
      const [times, rates]: [number[], number[]] = [[], []];
      for (let turn = 0; turn < rounds; turn++) {
        const [used, begun] = [processorOf(pid), performance.now()];
        await create(address, people, towns, each);
        rates.push(each / ((performance.now() - begun) / 1000));
        times.push((processorOf(pid) - used) / each);
      }
      process.stdout.write(`events created by call: ${round(medianOf(rates))} a second\n`);
      report("an event that is created", medianOf(times), limit, "ms of the server's processor");
    });
    const { count } = await db
      .selectFrom("events")
      .innerJoin("members", "members.id", "organizer_id")
      .where(
        "members.id",
        "in",
        people.map(({ id }) => id),
      )
      .where("is_draft", "=", false)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    const made = before + rounds * each;
    if (count !== made) throw new Error(`${made} were created, but there are ${count}: the measurement is wrong.`);
  } finally {
    await close();
  }
} finally {
  await cluster.stop();
}

type Place = { id: number; name: string; latitude: number; longitude: number };

/** Creates that many events, by as many callers at once. */
async function create(address: string, people: readonly Person[], towns: readonly Place[], times: number) {
  let asked = 0;
  const caller = async () => {
    while (asked < times) {
      const number = asked++;
      const { email, token } = people[number % people.length]!;
      const answer = await fetch(`${address}/api/add-event`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ ...eventIn(towns[number % towns.length]!, number), email }),
      });
      const said = await answer.text();
      if (answer.status !== 200) throw new Error(`Not created, but ${answer.status}: ${said.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

function eventIn({ id, name, latitude, longitude }: Place, number: number) {
  const places = [
    { townId: id },
    { townId: id, point: { lat: latitude, lon: longitude }, timeZone: "Europe/Lisbon" },
    {},
  ];
  return {
    title: `Riverbank cleanup ${number} with neighbors`,
    eventType: eventTypes[number % eventTypes.length],
    location: `Community Center ${number}, ${name}`,
    eventDate: new Date(Date.now() + (3 + (number % 60)) * 86_400_000).toISOString(),
    maxParticipant: "25 people",
    thumbnailUrl: "https://pictures.example/river.jpg",
    description: `${paragraph}\n\n${paragraph}`,
    whatToBring: "Water and sturdy shoes",
    languages: ["en", "pt"],
    childrenWelcome: true,
    ...places[number % places.length],
  };
}
