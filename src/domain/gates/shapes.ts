import { z } from "zod";
import { Event } from "../events/shapes.ts";
import { isOneLine, oneLine } from "../rules.ts";
import { isWhole, type Mark as MarkOfRules, markKinds } from "../marks/rules.ts";
import { Acknowledged, line, namedId, rule, text } from "../shapes.ts";
import { notedEmail, notedPhone, personName } from "../values/shapes.ts";
import { contactMax, keyLabelMax, marksAtOnce, walkInNameMax } from "./rules.ts";

const moment = z.iso.datetime();
/** A moment by a device's clock, which may hold any time that a database can store. */
const deviceTime = z.iso.datetime().refine((time) => time >= "1970" && !Number.isNaN(Date.parse(time)));

/** A key that opens the gate on a helper's phone. */
export const GateKey = z.object({
  _id: z.uuid(),
  label: z.string(),
  url: z
    .string()
    .describe(
      "Opens the gate on a phone; everyone with this address sees the expected people. Its secret stands after the #",
    ),
  createdAt: moment,
  lastSeenAt: moment.nullable().describe("The time of the latest call of a device that it opened"),
  devices: z.int().describe("The number of devices that it opened"),
  revokedAt: moment.nullable(),
});
export type GateKey = z.infer<typeof GateKey>;

/** The keys of an event, latest first, and the time from which they show anything. */
export const GateKeys = z.object({
  keys: z.array(GateKey),
  readableFrom: moment,
  ended: z
    .int()
    .describe(
      "The number of keys that ended with all access to your account, or while the event was hidden, and can be renewed at once",
    ),
});
export type GateKeys = z.infer<typeof GateKeys>;

/** The purpose of a new key. */
export const GateKeyInput = z.object({
  label: line({ required: "rule.gate.label", max: keyLabelMax, tooLong: "rule.gate.label.too_long" }),
});
export type GateKeyInput = z.infer<typeof GateKeyInput>;

/** The created key. */
export const GateKeyMade = Acknowledged.extend({ key: GateKey });
export type GateKeyMade = z.infer<typeof GateKeyMade>;

/** The number of keys made in place of ended ones. */
export const GateKeysMade = Acknowledged.extend({ made: z.int() });
export type GateKeysMade = z.infer<typeof GateKeysMade>;

/** The part of a key's address after the #, and the id that the device made for itself, one for all gates. */
export const OpenInput = z.object({ key: text({ required: "failure.link_broken", max: 200 }), deviceId: namedId() });
export type OpenInput = z.infer<typeof OpenInput>;

/** The content for the device to show from now on, and its number at this gate. */
export const GateOpened = z.object({
  pass: z.string().describe("Sent as `Authorization: Gate <pass>`; valid for this event and this device only"),
  eventId: z.uuid(),
  device: z.int().describe("1 for the first device at this event"),
});
export type GateOpened = z.infer<typeof GateOpened>;

const kind = z.enum(markKinds);

/** A mark as the device made it. */
export const MarkInput = z
  .object({
    id: namedId(),
    kind,
    personId: namedId().nullish().describe("From the roster, or an id that the device made for a walk-in"),
    name: z
      .string()
      // Invisible characters at the end of a name are not a reason to lose a mark.
      .transform((name) => (isOneLine(name) ? oneLine(name) : name))
      .pipe(personName({ required: "rule.gate.walk_in", max: walkInNameMax }))
      .nullish()
      .describe("The name of a walk-in, as they say it"),
    under18: z.boolean().default(false),
    phone: notedPhone(contactMax).describe("The optional contact of a walk-in; devices never receive it"),
    email: notedEmail(contactMax),
    deviceAt: deviceTime.describe("By the device's own clock"),
    chosenAt: deviceTime
      .nullish()
      .describe("The time from which it counts, by our clock, if a person chose one; otherwise `deviceAt` gives it"),
    takesBack: namedId()
      .nullish()
      .describe(
        "The mark that was a mistake. A 'here' that names an 'undone' restores the earlier time; an 'undone' that names a mark removes only that mark, and one without it is the latest mark",
      ),
    sameAs: namedId().nullish().describe("The other of two walk-ins who are one person"),
  })
  .refine(isWhole);
export type MarkInput = z.output<typeof MarkInput>;

/**
 * Incoming marks, in the order in which they were made. Each is checked separately, so that an invalid one does not
 * block the others.
 */
export const MarksInput = z.object({
  sentAt: deviceTime.describe("The present time by the device's clock"),
  marks: z
    .array(z.looseObject({ id: z.uuid() }))
    .max(marksAtOnce, rule("rule.gate.marks"))
    .describe("In the order in which they were made; invalid ones are refused by their ids"),
});
export type MarksInput = z.infer<typeof MarksInput>;

/** The state of a device, to which new entries are added. */
export const SyncInput = MarksInput.extend({
  since: z.int().min(0).max(2_147_483_647).describe("The `since` of the previous answer; 0 at first"),
  roster: text({ max: 100 }).describe("The version of the device's roster; '' at first"),
  kinds: z
    .array(z.string().max(40))
    .max(50)
    .optional()
    .describe("The kinds of marks that the device knows, and wants. By default: here, undone, walk_in, closed, opened"),
});
export type SyncInput = z.infer<typeof SyncInput>;

/** The reason why a mark is not in the log. */
const markRefusal = z.enum(["invalid", "too_early", "too_late", "cleared", "device_full", "gate_full"]);
/** The outcome of the marks in a request. */
export const MarksAnswer = z.object({
  accepted: z.array(z.uuid()).describe("The marks that arrived, now or earlier: in the log, unless they wait"),
  waiting: z
    .array(z.uuid())
    .describe(
      "The marks among these that arrived after the device had lost its right: they count once the organizer accepts them",
    ),
  refused: z.array(z.object({ id: z.uuid(), code: markRefusal })),
});
export type MarksAnswer = z.infer<typeof MarksAnswer>;

export const RosterPerson = z.object({
  id: z.uuid(),
  partyId: z.uuid().describe("Shared by people who come together"),
  name: z.string().describe("First name and the first letter of the last"),
  code: z.string(),
  under18: z.boolean(),
  guardian: z
    .enum(["agreed", "ask"])
    .nullable()
    .describe("True if a guardian agreed; null for people aged 18 or older"),
  isGuest: z.boolean(),
});

/** An entry of the log, as all devices have it. */
export const Mark = z.object({
  id: z.uuid(),
  seq: z.int().describe("The order of arrival"),
  kind,
  personId: z.uuid().nullable(),
  name: z.string().nullable().describe("The name of a walk-in, shortened like those of the roster"),
  under18: z.boolean(),
  at: moment.describe("The time of the mark, by our clock"),
  deviceAt: moment,
  device: z.int().nullable().describe("The device's number; null for an organizer without one"),
  takesBack: z.uuid().nullable().describe("The mark that was a mistake"),
  sameAs: z.uuid().nullable().describe("The other of two walk-ins who are one person"),
});
export type Mark = z.infer<typeof Mark>;
// The merge takes marks of this type.
Mark satisfies z.ZodType<MarkOfRules>;

/** The news for a device. */
export const Synced = MarksAnswer.extend({
  now: moment,
  event: Event.pick({
    _id: true,
    title: true,
    eventDate: true,
    eventEnd: true,
    timeZone: true,
    capacity: true,
    status: true,
  }),
  roster: z
    .object({ version: z.string(), people: z.array(RosterPerson) })
    .nullable()
    .describe("Null if the device has it, and once its key is revoked"),
  marks: z.array(Mark).describe("The marks that arrived after `since`, in that order"),
  since: z.int().describe("For the next call"),
  isLast: z.boolean().describe("True if there are no more marks for now"),
  devices: z.array(z.object({ number: z.int(), lastSeenAt: moment })),
  cleared: z
    .array(z.object({ device: z.int(), upTo: z.int() }))
    .describe("Devices whose marks the organizer has cleared: their marks up to this `seq` are void"),
  revokedAt: moment.nullable(),
  readableFrom: moment.describe("The roster is empty before this time"),
  marksFrom: moment,
  marksUntil: moment,
});
export type Synced = z.infer<typeof Synced>;

/** A person at the gate, as the organizer sees them. */
const GatePerson = RosterPerson.omit({ name: true, guardian: true }).extend({
  name: z.string(),
  registrationId: z.uuid(),
  phone: z.string().nullable(),
  guardianName: z.string().nullable(),
  guardianAgreedAt: moment.nullable(),
  guardianAskedAt: moment.nullable().describe("The time at which a guardian was asked, as recorded at the gate"),
  state: z.enum(["to_come", "here", "no_show"]),
  since: moment.nullable(),
});

/** An event's gate, as its organizer sees it. */
export const Gate = z.object({
  event: Synced.shape.event,
  people: z.array(GatePerson).describe("By party, in the order of the registrants' names"),
  walkIns: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      under18: z.boolean(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
      since: moment,
      guardianAskedAt: moment.nullable(),
    }),
  ),
  isClosed: z.boolean(),
  closedAt: moment.nullable(),
  readableFrom: moment,
  marksFrom: moment,
  marksUntil: moment,
});
export type Gate = z.infer<typeof Gate>;

/**
 * A phone that opened the gate of an event, with its marks that wait for the organizer because the phone had lost its
 * right.
 */
const GatePhone = z.object({
  device: z.int().describe("1 for the first phone at this event"),
  label: z.string().describe("The label of the key that opened it last"),
  lastSeenAt: moment,
  revokedAt: moment.nullable(),
  marks: z.int().describe("The number of its marks in the log"),
  waiting: z.int(),
  latest: moment.nullable().describe("The arrival of the latest waiting mark"),
  late: z
    .array(z.object({ id: z.uuid(), kind, name: z.string().nullable(), at: moment, receivedAt: moment }))
    .describe("The first waiting marks; `at` is the time by the phone's clock"),
});
/** All phones of a gate, in the order in which they opened it. */
export const GatePhones = z.object({ phones: z.array(GatePhone) });
export type GatePhones = z.infer<typeof GatePhones>;

/** The decision on the marks of a phone that had lost its right; those that arrived after `upTo` keep waiting. */
export const LateMarksDecision = z.object({ counts: z.boolean(), upTo: moment });
export type LateMarksDecision = z.infer<typeof LateMarksDecision>;

/** The codes of a party at one event, with their names. */
export const OwnCodes = z.object({
  code: z.string().describe("Your own code"),
  guests: z.array(z.object({ _id: z.uuid(), name: z.string(), code: z.string() })),
});
export type OwnCodes = z.infer<typeof OwnCodes>;
