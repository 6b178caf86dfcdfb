import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { perLocale } from "#messages/say.ts";
import { joinedPeople } from "../registrations/people.ts";
import { oneLine } from "../rules.ts";
import { codesOf } from "./codes.ts";
import { type RosterPerson, rosterName } from "./rules.ts";

/** A person who has joined an event, or a guest, with the details that only the organizer sees. */
export type Expected = {
  id: string;
  registrationId: string;
  memberId: string | null;
  name: string;
  under18: boolean;
  isGuest: boolean;
  phone: string | null;
  guardianName: string | null;
  guardianAgreedAt: Date | null;
};

const collator = perLocale((locale) => new Intl.Collator(locale, { sensitivity: "base", numeric: true }));

const inOrder = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

/** The expected people: by party, in the order of the registrants' names, each registrant before their guests. */
export async function expectedAt(db: Kysely<Schema>, eventId: string): Promise<Expected[]> {
  const { rows } = await sql<Expected & { party: string }>`
    select person.id, registration_id as "registrationId", member_id as "memberId",
      coalesce(person.name, members.name) as name, coalesce(registrant_name, members.name) as party,
      under18, is_guest as "isGuest", phone, guardian_name as "guardianName", guardian_agreed_at as "guardianAgreedAt"
    from ${joinedPeople(eventId)} person left join members on members.id = registrant_id`.execute(db);
  return rows
    .map((row) => ({ ...row, name: oneLine(row.name) }))
    .toSorted(
      (one, other) =>
        collator().compare(one.party, other.party) ||
        inOrder(one.registrationId, other.registrationId) ||
        Number(one.isGuest) - Number(other.isGuest) ||
        inOrder(one.id, other.id),
    );
}

/**
 * The details of expected people for devices, and a hash of them, which changes with any detail. People without a code
 * get one.
 */
export async function rosterOf(
  db: Kysely<Schema>,
  eventId: string,
): Promise<{ version: string; people: RosterPerson[] }> {
  const expected = await expectedAt(db, eventId);
  const codes = await codesOf(
    db,
    eventId,
    expected.map(({ id }) => id),
  );
  const people = expected.map((person) => ({
    id: person.id,
    partyId: person.registrationId,
    name: rosterName(person.name),
    code: codes.get(person.id) ?? "",
    under18: person.under18,
    guardian: guardianOf(person),
    isGuest: person.isGuest,
  }));
  const version = createHash("sha256").update(JSON.stringify(people)).digest("base64url").slice(0, 22);
  return { version, people };
}

const guardianOf = ({ under18, guardianAgreedAt }: Expected): RosterPerson["guardian"] => {
  if (!under18) return null;
  return guardianAgreedAt ? "agreed" : "ask";
};
