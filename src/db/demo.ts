import { sql, type Insertable, type Kysely } from "kysely";
import content from "./demo-content.json" with { type: "json" };
import { addOutcomes } from "./demo-outcomes.ts";
import { foldedName, searchText } from "./fold.ts";
import { newId, type Database, type Schema } from "./schema.server.ts";
import { sphereOf } from "./sphere.ts";

/** The towns of the demo content and their time zones. */
export const zones: Readonly<Record<string, string>> = {
  Porto: "Europe/Lisbon",
  Berlin: "Europe/Berlin",
  Dhaka: "Asia/Dhaka",
  Mumbai: "Asia/Kolkata",
  Nairobi: "Africa/Nairobi",
  "Cape Town": "Africa/Johannesburg",
  Cairo: "Africa/Cairo",
  "São Paulo": "America/Sao_Paulo",
  Medellín: "America/Bogota",
  Chicago: "America/Chicago",
  Toronto: "America/Toronto",
  Osaka: "Asia/Tokyo",
  Manila: "Asia/Manila",
  Melbourne: "Australia/Melbourne",
};

/** The demo organizers: a group in each town. Persons' names could be real persons'. */
export const groups: Readonly<Record<string, string>> = content.groups;

type DemoTown = { id: number; country: string; adminCode: string; population: number; point: Point };
type Point = { lat: number; lon: number };
/** The towns by their names. */
export const demoTowns: Readonly<Record<string, DemoTown>> = content.towns;

const memberCount = 120;
const hour = 3_600_000;
const day = 24 * hour;
/** An arbitrary number that no other advisory lock uses. */
const lockOfDemo = 70_413;

type DemoEvent = (typeof content.events)[number];

/** True for an unused database, without members and events. */
export async function isUnused(db: Database): Promise<boolean> {
  const member = await db.selectFrom("members").select("id").limit(1).executeTakeFirst();
  const event = await db.selectFrom("events").select("id").limit(1).executeTakeFirst();
  return !member && !event;
}

/**
 * Adds demo content to a database without events, in one transaction: events of the seven types around `now`, the
 * members who organize and join them, and communities. The members are clearly demo members, without a password or
 * other account, so that nobody can log in as one. If several processes do it at once, only one adds content.
 * @returns false if there were events already, and nothing was done
 */
export function fillWithDemo(db: Database, now: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockOfDemo})`.execute(tx);
    if (await tx.selectFrom("events").select("id").limit(1).executeTakeFirst()) return false;

    const organizers = await addMembers(tx, Object.keys(zones).map(organizerOf));
    const members = await addMembers(
      tx,
      Array.from({ length: memberCount }, (_, index) => memberOf(index + 1)),
    );
    const events = inOrderOfCreation(content.events, now).map((event) => ({
      id: newId(),
      organizerId: there(organizers[Object.keys(zones).indexOf(event.place)]),
      ...event,
    }));
    await addDemoTowns(tx);
    await tx.insertInto("events").values(events.map(rowOf)).execute();
    await sendNoMail(tx, [...organizers, ...members]);
    const registrations = events.flatMap((event, index) => registrationsOf(event, index, members, now));
    await tx.insertInto("registrations").values(registrations).execute();
    await addOutcomes(tx, events, registrations);
    await addCommunities(tx, members, now);
    return true;
  });
}

/** The kinds of mail that can be switched off, and are off for demo members. */
export const kindsSwitchedOff = ["places", "offers", "changes", "reminders", "thanks", "messages", "afterwards"];

/** Switches off all optional mails, because nobody reads the mail of demo members. */
async function sendNoMail(tx: Kysely<Schema>, members: string[]): Promise<void> {
  const rows = members.flatMap((member_id) => kindsSwitchedOff.map((kind) => ({ member_id, kind, wanted: false })));
  await tx
    .insertInto("notification_preferences")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Adds the demo's towns, with GeoNames' data; they exist already when all towns are filled in. */
export async function addDemoTowns(tx: Kysely<Schema>): Promise<void> {
  const rows = Object.entries(demoTowns).map(([name, { id, country, adminCode, population, point }]) => ({
    id,
    name,
    folded: foldedName(name),
    country,
    admin_code: adminCode,
    region: null,
    population,
    latitude: point.lat,
    longitude: point.lon,
    sphere: sphereOf(point),
    edition: "demo",
  }));
  await tx
    .insertInto("towns")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type NewMember = { name: string; email: string; image: string; shows_face: boolean };

/** Drawn for Goodturn, in `public/scenes`. */
const facesDrawn = 7;
const faceOf = (number: number): string => `/scenes/face-${1 + (number % facesDrawn)}.svg`;

/** The group of a town. Pages mark demo organizers by their address (`isDemo`). */
const organizerOf = (place: string): NewMember => ({
  name: there(groups[place]),
  email: `organizer-${Object.keys(zones).indexOf(place) + 1}@demo.example`,
  image: faceOf(Object.keys(zones).indexOf(place)),
  shows_face: false,
});

const memberOf = (number: number): NewMember => ({
  name: `Demo member ${number}`,
  email: `member-${number}@demo.example`,
  image: faceOf(number),
  shows_face: number % 3 === 0,
});

/** Adds members, or finds those of an earlier start; returns their ids in the given order. */
async function addMembers(tx: Kysely<Schema>, members: NewMember[]): Promise<string[]> {
  const rows = await tx
    .insertInto("members")
    .values(members.map((member) => ({ id: newId(), email_verified: false, ...member })))
    .onConflict((conflict) =>
      conflict
        .column("email")
        .doUpdateSet({ name: (row) => row.ref("excluded.name"), image: (row) => row.ref("excluded.image") }),
    )
    .returning(["id", "email"])
    .execute();
  const ids = new Map(rows.map(({ id, email }) => [email, id]));
  return members.map(({ email }) => there(ids.get(email)));
}

/**
 * Returns the date and the creation time of each event, oldest first. For each n, the n-th events of all types follow
 * the (n+1)-th ones, so that the newest events cover all types.
 */
function inOrderOfCreation(events: DemoEvent[], now: Date) {
  const placeInKind = new Map<string, number>();
  const dated = events.map((event) => {
    const place = placeInKind.get(event.kind) ?? 0;
    placeInKind.set(event.kind, place + 1);
    const date = momentAt(event, now);
    // Past events must have been created before they took place.
    const created = now.getTime() - (1 + place) * 3 * day - (date < now ? 30 * day : 0);
    return { ...event, date, created: new Date(created - kindsInOrder.indexOf(event.kind) * hour) };
  });
  return dated.toSorted((a, b) => a.created.getTime() - b.created.getTime());
}

const kindsInOrder = [...new Set(content.events.map(({ kind }) => kind))];

type DatedEvent = ReturnType<typeof inOrderOfCreation>[number] & { id: string; organizerId: string };

type Events = Insertable<Schema["events"]>;

const rowOf = (event: DatedEvent): Events => ({
  id: event.id,
  organizer_id: event.organizerId,
  title: event.title,
  event_type: event.kind,
  location: event.location,
  latitude: event.point.lat,
  longitude: event.point.lon,
  is_exact: true,
  town_id: there(demoTowns[event.town ?? event.place]).id,
  sphere: sphereOf(event.point),
  event_date: event.date,
  event_end: new Date(event.date.getTime() + 2 * hour),
  time_zone: there(zones[event.place]),
  first_day: dayIn(there(zones[event.place]), event.date),
  last_day: dayIn(there(zones[event.place]), new Date(event.date.getTime() + 2 * hour - 1)),
  max_participant: event.places,
  capacity: event.capacity,
  thumbnail_url: event.scene === null ? null : sceneOf(event.kind, event.scene),
  description: event.description,
  what_to_bring: event.whatToBring ?? null,
  effort: (event.effort ?? null) as Events["effort"],
  children_welcome: event.childrenWelcome ?? null,
  step_free: event.stepFree ?? null,
  languages: event.languages ?? [],
  provided: event.provided ?? null,
  // Patients may need to be called.
  asks_phone: event.kind === "healthcare",
  taken: event.joined,
  waitlisted: waitlistedFor(event),
  search_text: searchText(event),
  created_at: event.created,
  updated_at: event.created,
});

/** The fifth participant of an event has no e-mail address, and was added by the organizer. */
const withoutMail = ["Teresa Moreira", "Heinz Albrecht", "Nomvula Dube", "Rahima Begum"];

/** The drawings are ours, in `public/scenes`; the first of each type has no number. */
const sceneOf = (kind: string, scene: number): string => `/scenes/${kind}${scene === 1 ? "" : `-${scene}`}.svg`;

/** Full events have a few people on their waitlist. */
const waitlistedFor = ({ joined, capacity, title }: DemoEvent): number =>
  capacity === null || joined < capacity ? 0 : 1 + (title.length % 3);

/**
 * Creates the participants and the waitlist: consecutive members, with a different start for each event, who joined
 * between its creation and now.
 */
function registrationsOf(
  event: DatedEvent,
  index: number,
  members: string[],
  now: Date,
): Insertable<Schema["registrations"]>[] {
  const until = Math.min(now.getTime(), event.date.getTime());
  const count = event.joined + waitlistedFor(event);
  return Array.from({ length: count }, (_, arrival) => ({
    id: newId(),
    event_id: event.id,
    ...(arrival === 4
      ? { member_id: null, name: there(withoutMail[index % withoutMail.length]) }
      : { member_id: there(members[(index * 17 + arrival) % memberCount]) }),
    joined_at: new Date(event.created.getTime() + ((until - event.created.getTime()) * (arrival + 1)) / (count + 1)),
    status: arrival < event.joined ? "joined" : "waitlisted",
  }));
}

/** Adds communities and their memberships. */
async function addCommunities(tx: Kysely<Schema>, members: string[], now: Date) {
  if (await tx.selectFrom("communities").select("id").limit(1).executeTakeFirst()) return;
  const rows = content.communities.map((community, index) => ({
    id: newId(),
    image: `/scenes/community-${index + 1}.svg`,
    created_at: new Date(now.getTime() - (60 - index) * day),
    ...community,
  }));
  await tx.insertInto("communities").values(rows).execute();
  const memberships = rows.flatMap(({ id, members: count }, index) =>
    Array.from({ length: count }, (_, place) => ({
      community_id: id,
      member_id: there(members[(index * 11 + place) % memberCount]),
      joined_at: now,
    })),
  );
  await tx.insertInto("memberships").values(memberships).execute();
}

/**
 * Returns the moment at `at` o'clock in an event's place, `inDays` days after today there, or on the next `weekday`
 * from then.
 */
function momentAt({ place, inDays, at, weekday }: DemoEvent, now: Date): Date {
  const zone = there(zones[place]);
  const first = new Date(`${dayIn(zone, now)}T${at}:00Z`).getTime() + inDays * day;
  const wait = weekday === undefined ? 0 : (weekday - new Date(first).getUTCDay() + 7) % 7;
  const asIfUtc = first + wait * day;
  // If the clocks change in between, the offset at the guessed moment may differ from the right one.
  const guess = asIfUtc - offsetOf(zone, asIfUtc);
  return new Date(asIfUtc - offsetOf(zone, guess));
}

/** The day that calendars show in a zone at a moment, such as '2026-11-28'. */
const dayIn = (timeZone: string, moment: Date) =>
  new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(moment);

/** Returns how far a zone is ahead of UTC at a moment, in milliseconds. */
function offsetOf(zone: string, moment: number): number {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(moment);
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(parts.at(-1)?.value ?? "") ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * hour + Number(minutes ?? 0) * 60_000);
}

/** Returns a value named in the content. @throws Error if it is missing */
function there<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("the demo content names a missing item");
  return value;
}
