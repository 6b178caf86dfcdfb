import { Client } from "pg";
import { startCluster } from "../test/setup/cluster.ts";
import { freePort } from "../test/setup/server.ts";
import { probeOn, report, withServer } from "./measure.ts";

// Measures the delay for other callers while one caller makes the largest possible requests, on a database with much
// data: the longest time that a request blocks the event loop. Each request is made once cold and once warm.

/** Milliseconds of work during which the event loop serves no other request. */
const limit = 50;
const [events, participants, ownEvents] = [50_000, 20_000, 900];

const cluster = await startCluster();
const client = new Client(cluster.url("goodturn"));
try {
  const admin = new Client(cluster.url("postgres"));
  await admin.connect();
  await admin.query("create database goodturn");
  await admin.end();
  const secret = "a secret that only the bench knows, 012345";
  const probe = probeOn(await freePort());
  const limits = { LIMIT_FORMS_PER_ADDRESS: "off" };
  const variables = { DATABASE_URL: cluster.url("goodturn"), AUTH_SECRET: secret, ...limits, ...probe.variables };
  await withServer(variables, async ({ address }) => {
    const member = await register(address);
    await client.connect();
    const eventId = await fill(member.id);
    await probe.check();
    const authorization = `Bearer ${member.token}`;
    const marks = `a${"\u0301".repeat(15_000)}${"\u0323".repeat(15_000)}`;
    const asked: [string, string, object?][] = [
      ["an event's page", `/view-event/${eventId}`],
      ["the list", "/upcoming-events"],
      ["the list as data", "/upcoming-events.data"],
      ["the list, searched", "/upcoming-events?search=beach%20cleanup"],
      ["a page of events", "/api/events"],
      ["upcoming events as a calendar", "/api/feeds/events.ics"],
      ["news", "/api/feeds/events.atom"],
      ["the sitemap", "/sitemap.xml"],
      ["a member's own calendar", await calendarOf(address, authorization)],
      ["own events", "/api/myEvents"],
      ["a page of participants", `/api/events/${eventId}/participants`],
      ["participants, searched", `/api/events/${eventId}/participants?search=person%20199`],
      ["the spreadsheet of participants", `/api/events/${eventId}/participants.csv`],
      ["a message to all participants", `/api/events/${eventId}/messages`, { audience: "all", text: "Bring gloves." }],
      ["an export", "/api/account/export"],
      ["the API's document", "/api/openapi.json"],
      ["the API's list", "/api/docs"],
      ["a text of marks", "/api/contact", { name: "Amina", email: "amina@example.org", message: marks }],
      ["another picture", `/view-event/${eventId}/picture.png`],
    ];
    for (const [what, path, json] of asked) {
      for (const time of ["first", "again"]) {
        await probe.reset();
        const init = json && { method: "POST", body: JSON.stringify(json) };
        const headers = { authorization, ...(json && { "content-type": "application/json" }) };
        const answer = await fetch(address + path, { ...init, headers });
        const { byteLength } = await answer.arrayBuffer();
        const { work } = await probe.longest();
        report(`${what}, ${time} (${answer.status}, ${Math.ceil(byteLength / 1000)} kB)`, work, limit, "ms of work");
      }
    }
  });
} finally {
  await client.end();
  await cluster.stop();
}

async function register(address: string) {
  const input = {
    name: "Amina",
    image: "https://example.org/me.jpg",
    email: "amina@example.org",
    password: "Planting4all",
  };
  const signedUp = await fetch(`${address}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  const cookie = signedUp.headers.getSetCookie()[0] ?? "";
  const session = await fetch(`${address}/api/auth/token`, { headers: { cookie } });
  const { token } = (await session.json()) as { token: string };
  const { sub } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { sub: string };
  return { id: sub, token };
}

async function calendarOf(address: string, authorization: string): Promise<string> {
  const answer = await fetch(`${address}/api/account/calendar`, { method: "POST", headers: { authorization } });
  return new URL(((await answer.json()) as { address: string }).address).pathname;
}

/** Fills the tables: events in every zone, on near and far dates, and one with many people. @returns that one's id */
async function fill(organizer: string): Promise<string> {
  const zones = Intl.supportedValuesOf("timeZone");
  await client.query(
    `insert into members (id, name, email, email_verified)
     select gen_random_uuid(), 'Person ' || n, 'person-' || n || '@example.org', true from generate_series(1, $1::int) n`,
    [participants],
  );
  await client.query(
    `insert into events (id, organizer_id, title, event_type, location, event_date, event_end, time_zone,
       max_participant, capacity, description, search_text, first_day, last_day)
     select gen_random_uuid(), case when n <= $3 then $1::uuid else (select id from members where id <> $1 limit 1) end,
       'Beach Cleanup ' || n, 'cleanup', 'Cox''s Bazar', at, at + interval '2 hours', ($2::text[])[1 + n % $4],
       'No limit', null, repeat('Bring gloves; ', 70), 'beach cleanup ' || n || ' cox''s bazar', to_char(at, 'YYYY-MM-DD'), to_char(at, 'YYYY-MM-DD')
     from generate_series(1, $5::int) n,
       lateral (select case when n % 40 = 1 then timestamptz '9998-06-01' - n * interval '1 day'
         else now() + n * interval '31 minutes' end as at) as dates`,
    [organizer, zones, ownEvents, zones.length, events],
  );
  // The soonest events, in the calendar, have many zones and years too.
  await client.query(
    `update events set event_date = event_date - interval '7972 years', event_end = event_end - interval '7972 years',
       first_day = to_char(event_date - interval '7972 years', 'YYYY-MM-DD'),
       last_day = to_char(event_date - interval '7972 years', 'YYYY-MM-DD')
     where event_date > '9000-01-01'::timestamptz and organizer_id <> $1`,
    [organizer],
  );
  const { rows } = await client.query<{ id: string }>(
    "select id from events where organizer_id = $1 order by id limit 1",
    [organizer],
  );
  const id = rows[0]?.id ?? "";
  await client.query(
    `with joined as (
       insert into registrations (id, event_id, member_id, joined_at, party_size)
       select gen_random_uuid(), $1, id, now(), 2 from members where email like 'person-%' returning id)
     insert into guests (id, registration_id, name, under18) select gen_random_uuid(), id, 'A guest', false from joined`,
    [id],
  );
  await client.query("update events set taken = $2 where id = $1", [id, 2 * participants]);
  await client.query("analyze");
  return id;
}
