import { z } from "zod";
import { say } from "#messages/say.ts";
import { dateOf } from "../events/rules.ts";
import { shape } from "../shapes.ts";
import { CredentialShown, type ShownEntry } from "./shapes.ts";

/** The addresses of the data needed to verify a credential; `address` is ours. */
export const issuerAddress = (address: string) => `${address}/.well-known/issuer.json`;
export const keyAddress = (address: string, keyId: string) => `${address}/.well-known/keys/${keyId}`;
export const verifyAddress = (address: string, id: string) => `${address}/verify/${id}`;
export const statusAddress = (address: string, id: string) => `${address}/api/credentials/${id}/status`;

/** Our site as an Open Badges 3.0 `Profile`. */
export const issuerProfile = (address: string) => ({
  id: issuerAddress(address),
  type: ["Profile"],
  name: say("brand.name"),
  url: address,
});

type Made = { id: string; subjectId: string; at: Date; shown: CredentialShown; address: string };

/**
 * Builds a credential after Open Badges 3.0, on W3C Verifiable Credentials 2.0, with the claims of its JWT (section
 * 'JSON Web Token Proof Format'). Its subject is a random id and the chosen name: no address, hashed or plain. Each
 * event is an `Evidence`; fields that it lacks are defined in the context, with terms of schema.org where they exist.
 * @param made its `at` in whole seconds, because the claim and the field must be the same moment
 */
export function payloadOf({ id, subjectId, at, shown, address }: Made) {
  const own = `${issuerAddress(address)}#`;
  const subject = `urn:uuid:${subjectId}`;
  const hours = say("record.proof.hours", { count: shown.hours });
  return {
    "@context": [
      "https://www.w3.org/ns/credentials/v2",
      "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
      // This context defines the types of status and schema.
      "https://purl.imsglobal.org/spec/ob/v3p0/extensions.json",
      {
        startDate: "https://schema.org/startDate",
        timeZone: `${own}timeZone`,
        hours: `${own}hours`,
        assertedBy: `${own}assertedBy`,
        assertedAs: `${own}assertedAs`,
        isAddressConfirmed: `${own}isAddressConfirmed`,
        unit: `${own}unit`,
        amount: `${own}amount`,
        kilograms: `${own}kilograms`,
      },
    ],
    id: verifyAddress(address, id),
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    issuer: issuerProfile(address),
    validFrom: secondsOf(at),
    name: say("record.proof.title", { hours }),
    credentialSubject: {
      id: subject,
      type: ["AchievementSubject"],
      identifier: [{ type: "IdentityObject", identityHash: shown.name, identityType: "name", hashed: false }],
      achievement: {
        id: `${issuerAddress(address)}#volunteering`,
        type: ["Achievement"],
        achievementType: "CommunityService",
        name: say("record.proof.achievement"),
        description: say("record.proof.description"),
        criteria: { narrative: say("record.proof.criteria") },
      },
    },
    evidence: shown.entries.map(evidenceOf),
    credentialStatus: { id: statusAddress(address, id), type: "1EdTechRevocationList" },
    credentialSchema: [
      {
        id: "https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json",
        type: "1EdTechJsonSchemaValidator2019",
      },
    ],
    iss: issuerAddress(address),
    sub: subject,
    jti: verifyAddress(address, id),
    nbf: Math.floor(at.getTime() / 1000),
  };
}

const secondsOf = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;

/** The role, in the evidence, of an organizer who asserts hours at the volunteer's own event. */
const secondOrganizer = "secondOrganizer";

function evidenceOf({ title, eventDate, saidBy, isProven, isSecond, ...entry }: ShownEntry) {
  const values = {
    count: entry.hours,
    date: dateOf(new Date(eventDate), entry.timeZone),
    organizer: saidBy,
  };
  return {
    type: ["Evidence"],
    name: title,
    genre: say("record.proof.genre"),
    description: say(isSecond ? "record.proof.second" : "record.proof.entry", values),
    startDate: eventDate,
    timeZone: entry.timeZone,
    hours: entry.hours,
    assertedBy: saidBy,
    assertedAs: isSecond ? secondOrganizer : "organizer",
    isAddressConfirmed: isProven,
    unit: entry.unit,
    ...(entry.amount !== null && { amount: entry.amount }),
    ...(entry.kilograms !== null && { kilograms: entry.kilograms }),
  };
}

/** The fields that we read back from a payload that we signed. */
const Payload = z.object({
  credentialSubject: z.object({ identifier: z.array(z.object({ identityHash: z.string() })).length(1) }),
  evidence: z.array(
    z.object({
      name: z.string(),
      startDate: z.string(),
      timeZone: z.string(),
      hours: z.number(),
      assertedBy: z.string(),
      assertedAs: z.string().optional(),
      isAddressConfirmed: z.boolean(),
      unit: z.string(),
      amount: z.number().optional(),
      kilograms: z.number().optional(),
    }),
  ),
});

/** Returns what a credential shows, from its payload. */
export function shownIn(payload: unknown): CredentialShown {
  const { credentialSubject, evidence } = Payload.parse(payload);
  return shape(CredentialShown, {
    name: credentialSubject.identifier[0]?.identityHash ?? "",
    hours: evidence.reduce((sum, { hours }) => sum + hours, 0),
    entries: evidence.map((one) => ({
      title: one.name,
      eventDate: one.startDate,
      timeZone: one.timeZone,
      hours: one.hours,
      saidBy: one.assertedBy,
      isProven: one.isAddressConfirmed,
      isSecond: one.assertedAs === secondOrganizer,
      unit: one.unit as ShownEntry["unit"],
      amount: one.amount ?? null,
      kilograms: one.kilograms ?? null,
    })),
  });
}
