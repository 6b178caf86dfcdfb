import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { type Database, newId } from "#db/schema.server.ts";

type Row = Record<string, unknown>;

const at = "2026-11-20T10:00:00Z";
const decided = (decision: string) => ({ decision, decided_at: at, decided_for: "It is as it says." });
const key = () => ({ id: newId() });
const walkIn = newId();
const address = () => `${newId()}@example.org`;

/** For each table, what is different in copies of one of its rows, where the calls of the API make no such row. */
const variants: Record<string, () => Row[]> = {
  assertions: () =>
    ["declined", "withdrawn", "taken_back", "dropped"].map((status) => ({ ...key(), status, email: address() })),
  communities: () => [{ ...key(), image: "https://example.org/river.jpg", hidden_at: at }],
  credentials: () =>
    ["member", "organizer", "host", "account", "asserter"].map((revoked_by) => {
      return { id: randomBytes(16).toString("hex"), token: null, revoked_at: at, revoked_by };
    }),
  events: () => [
    {
      ...key(),
      effort: "light",
      children_welcome: true,
      step_free: false,
      languages: ["pt", "en"],
      provided: "Bags",
      what_to_bring: "Gloves",
      latitude: 41.15,
      longitude: -8.61,
      sphere: "(0.74434,-0.11271,0.65816)",
      is_exact: true,
      town_id: 1,
    },
    { ...key(), effort: "medium", cancelled_at: at, cancel_reason: "Storm" },
    { ...key(), effort: "hard", is_draft: true },
  ],
  gate_keys: () => ["access", "review", "transfer"].map((ended_by) => ({ ...key(), revoked_at: at, ended_by })),
  gate_late_marks: () => [
    ...["here", "undone", "guardian_asked", "guardian_unasked", "same_person", "two_persons"].map((kind) => {
      return { ...key(), kind, name: null };
    }),
    ...["closed", "opened"].map((kind) => ({ ...key(), kind, name: null, person_id: null })),
  ],
  gate_marks: () => [
    { id: walkIn, seq: 99 },
    ...["here", "undone", "guardian_asked", "guardian_unasked", "same_person", "two_persons"].map((kind, index) => {
      return { ...key(), kind, name: null, seq: 100 + index, same_as: kind.endsWith("person") ? newId() : null };
    }),
    ...["closed", "opened"].map((kind, index) => ({ ...key(), kind, name: null, person_id: null, seq: 110 + index })),
  ],
  guests: () => [{ ...key(), under18: true, guardian_name: "Rita", guardian_agreed_at: at }],
  mail_sign_ins: () => [
    { ...key(), return_to: "/community", claim_hash: "a claim", secret_hash: "a secret", code_hash: null },
  ],
  members: () => [
    {
      ...key(),
      email: address(),
      calendar_secret: newId(),
      contact_email: null,
      contact_email_pending: address(),
      deletion_at: at,
    },
  ],
  messages: () => ["joined", "waitlisted"].map((audience) => ({ ...key(), audience, subject: null })),
  outcome_people: () => [{ person_id: newId(), name: "Amara Okafor", member_id: null, hours: 3.5, noted_by: "gate" }],
  pictures: () => [{ ...key(), hidden_at: at }],
  registrations: () => [
    {
      ...key(),
      member_id: null,
      name: "Amara Okafor",
      phone: "+351912345678",
      under18: true,
      guardian_name: "Rita",
      guardian_agreed_at: at,
    },
  ],
  reports: () => [{ ...key(), email: address(), reporter_id: null, is_confirmed: false }],
  reviews: () => [
    { ...key(), about: "event_picture", cause: "first", ...decided("none") },
    { ...key(), about: "outcome_pictures", cause: "words", ...decided("restore") },
    { ...key(), about: "community", ...decided("delete") },
    ...["community_picture", "name", "photo"].map((about) => ({ ...key(), about, ...decided("restore") })),
  ],
  subscribers: () => [{ email: address(), pace: "at_once" }],
  walk_in_contacts: () => [{ mark_id: walkIn, email: address(), phone: null }],
};

/** Adds a row of each kind that the calls do not make. The tables check what is written. */
export async function addVariants(db: Database): Promise<void> {
  await sql`insert into event_tellings select id, 3 from events order by id limit 1`.execute(db);
  await sql`insert into outcome_pictures select event_id, pictures.id, 1 from outcomes, pictures order by 1 limit 1`.execute(
    db,
  );
  for (const [name, changed] of Object.entries(variants))
    for (const changes of changed()) await copy(db, name, changes);
}

async function copy(db: Database, name: string, changes: Row): Promise<void> {
  const table = sql.table(name);
  const { rows } = await sql<{ column: string }>`
    select attname as column from pg_attribute
    where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db);
  const columns = sql.join(rows.map(({ column }) => sql.ref(column)));
  await sql`insert into ${table} (${columns}) overriding system value
    select ${columns} from jsonb_populate_record(null::${table},
      (select to_jsonb(each) from ${table} as each order by 1 limit 1) || ${JSON.stringify(changes)}::jsonb)`.execute(
    db,
  );
}
