import { z } from "zod";
import { Acknowledged, line, namedId, rule, text } from "../shapes.ts";
import { personName } from "../values/shapes.ts";
import { askedStates, chosenMax, kindsOfEntry, labelMax, noteMax, shownNameMax } from "./rules.ts";

const moment = z.iso.datetime();
const Sum = z.object({ hours: z.number(), events: z.int() });

/** An event in the record of a volunteer who was there. */
export const RecordEntry = z.object({
  eventId: z.uuid(),
  title: z.string(),
  eventDate: moment,
  eventEnd: moment,
  timeZone: z.string(),
  hours: z.number().describe("In quarters: 1.25"),
  kind: z
    .enum(kindsOfEntry)
    .describe(
      "The source of the hours: the organizer, a `second` organizer at your own event, yourself there, or the gate",
    ),
  saidBy: z.string().nullable().describe("The name, at that time, of the organizer who asserts the hours"),
  isProven: z.boolean().describe("Whether their address was confirmed then"),
  saidAt: moment,
  unit: z.enum(["bags", "trees", "items", "learners", "treated", "meals", "reached"]),
  amount: z.number().nullable().describe("The amount of the unit that all who came achieved together"),
  kilograms: z.number().nullable(),
  note: z.string().describe("Your own words"),
  isThere: z.boolean().describe("Whether the event still has a page"),
  asked: z
    .object({
      email: z.string().describe("As you typed it"),
      state: z.enum(askedStates),
      at: moment,
    })
    .nullable()
    .describe("The second organizer whom you last asked to assert self-reported hours"),
});
export type RecordEntry = z.infer<typeof RecordEntry>;

const revokers = ["member", "organizer", "host", "account", "asserter"] as const;

/** A credential as its maker sees it. */
export const Credential = z.object({
  _id: z.string(),
  label: z.string(),
  events: z.int().describe("0 once it is revoked, because its contents are deleted"),
  hours: z.number(),
  madeAt: moment,
  revokedAt: moment.nullable(),
  revokedBy: z
    .enum(revokers)
    .nullable()
    .describe(
      "`organizer` if hours were corrected, `host` if an event was deleted, `asserter` if a second organizer withdrew the assertion",
    ),
});
export type Credential = z.infer<typeof Credential>;

/** A member's record, event by event, latest first, with sums. */
export const VolunteerRecord = z.object({
  name: z.string(),
  entries: z.array(RecordEntry),
  sums: z.object({ all: Sum, asserted: Sum, second: Sum, own: Sum, gate: Sum }),
  years: z.array(z.object({ year: z.int(), hours: z.number(), events: z.int() })),
  credentials: z.array(Credential).describe("Your credentials, latest first"),
});
export type VolunteerRecord = z.infer<typeof VolunteerRecord>;

/** A member's own note about an event in their record; '' deletes it. */
export const NoteInput = z.object({
  note: text({ max: noteMax, tooLong: "rule.record_note.too_long" }),
});
export type NoteInput = z.infer<typeof NoteInput>;

/** The content of a new credential: events of the member's record, and the name to show. */
export const CredentialInput = z.object({
  name: personName({ required: "rule.shown_name", max: shownNameMax, tooLong: "rule.shown_name.too_long" }).describe(
    "The name that it shows",
  ),
  label: line({ max: labelMax, tooLong: "rule.label.too_long" })
    .default("")
    .describe("Your name for it; only you see it"),
  events: z
    .array(namedId("rule.chosen"), { error: rule("rule.chosen") })
    .min(1, rule("rule.chosen"))
    .max(chosenMax, rule("rule.chosen.too_many"))
    .describe("Events of your record whose organizer, or a second one, asserts your hours"),
});
export type CredentialInput = z.infer<typeof CredentialInput>;

/** An event in a credential. */
const ShownEntry = z.object({
  title: z.string(),
  eventDate: moment,
  timeZone: z.string(),
  hours: z.number(),
  saidBy: z.string(),
  isProven: z.boolean().describe("Whether that organizer's address was confirmed"),
  isSecond: z.boolean().describe("True for the volunteer's own event, where another organizer asserts the hours"),
  unit: RecordEntry.shape.unit,
  amount: z.number().nullable(),
  kilograms: z.number().nullable(),
});
export type ShownEntry = z.infer<typeof ShownEntry>;

/** The content that a credential shows to anyone who verifies it. */
export const CredentialShown = z.object({
  name: z.string(),
  hours: z.number(),
  entries: z.array(ShownEntry),
});
export type CredentialShown = z.infer<typeof CredentialShown>;

export const CredentialMade = Acknowledged.extend({ _id: z.string() });
export type CredentialMade = z.infer<typeof CredentialMade>;

/** The result of verifying a credential by its number. */
export const Verification = z.object({
  _id: z.string(),
  status: z.enum(["valid", "revoked", "broken"]).describe("`broken` if the signature is invalid"),
  madeAt: moment,
  revokedAt: moment.nullable(),
  keyId: z.string(),
  shown: CredentialShown.nullable().describe("Null unless it is valid"),
});
export type Verification = z.infer<typeof Verification>;

const revoked = z.array(z.object({ id: z.string(), revoked: z.literal(true), revocationReason: z.string() }));

/**
 * A list of one: whether a credential is revoked, as validators of Open Badges ask for it. The value stands under both
 * names that they look for, because a validator that finds neither would accept a revoked credential.
 */
export const RevocationList = z.object({
  id: z.string(),
  issuer: z.string(),
  revokedCredential: revoked,
  revokedCredentials: revoked,
});
export type RevocationList = z.infer<typeof RevocationList>;
