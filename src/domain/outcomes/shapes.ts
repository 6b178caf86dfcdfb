import { z } from "zod";
import { Event } from "../events/shapes.ts";
import { Acknowledged, namedId, rule, text } from "../shapes.ts";
import { personName } from "../values/shapes.ts";
import { addedMax, amountMax, areHours, cameMax, picturesMax, thanksMax, wordsMax } from "./rules.ts";

const hours = z
  .number({ error: rule("rule.hours") })
  .refine(areHours, rule("rule.hours"))
  .describe("In quarters: 1.25");
const amount = (error: "rule.amount" | "rule.kilograms") =>
  z
    .number({ error: rule(error) })
    .min(0, rule(error))
    .max(amountMax, rule(error))
    .nullable()
    .default(null);

/** An organizer's outcome of a past event, sent as a whole each time. */
export const OutcomeInput = z.object({
  came: z
    .array(namedId("rule.came"), { error: rule("rule.came") })
    .max(cameMax, rule("rule.came.too_many"))
    .describe("The people who came: ids of `people`, and of added ones"),
  added: z
    .array(
      z.object({
        _id: namedId().describe("An id that you make"),
        name: personName({ required: "rule.added.name", tooLong: "rule.added.name.too_long" }),
      }),
      { error: rule("rule.came") },
    )
    .max(addedMax, rule("rule.added.too_many"))
    .default([])
    .describe("People who came and are on no list, with new ids; sent once"),
  hours: hours.describe("For all people who came, except those in `hoursOf`"),
  hoursOf: z
    .array(z.object({ _id: namedId(), hours }), { error: rule("rule.hours") })
    .max(cameMax, rule("rule.came.too_many"))
    .default([]),
  amount: amount("rule.amount").refine((value) => Number.isInteger(value ?? 0), rule("rule.amount")),
  kilograms: amount("rule.kilograms"),
  words: text({ max: wordsMax, tooLong: "rule.words.too_long" }).default(""),
  thanks: text({ max: thanksMax, tooLong: "rule.thanks.too_long" }).default(""),
  pictures: z
    .array(text({ max: 100 }), { error: rule("rule.pictures") })
    .max(picturesMax, rule("rule.pictures.too_many"))
    .default([])
    .describe("Addresses from `POST /pictures`"),
  peopleAgreed: z
    .boolean({ error: rule("rule.agreed") })
    .default(false)
    .describe("Your statement that all recognizable people on the pictures agreed; required with pictures"),
});
export type OutcomeInput = z.infer<typeof OutcomeInput>;

const moment = z.iso.datetime();

/** A person who came, or had a spot. */
const OutcomePerson = z.object({
  _id: z.uuid(),
  name: z.string().nullable().describe("Null for a deleted account"),
  of: z.string().nullable().describe("For a guest, the name of the registrant"),
  isListed: z.boolean().describe("True if they had a spot"),
  here: moment.nullable().describe("The time of their check-in, by the gate"),
  came: z.boolean().describe("As last saved; before that, by the gate"),
  hours: z.number().nullable().describe("Null for the common hours"),
  checkedInHours: z.number().nullable().describe("From their check-in to the end"),
  isYou: z.boolean(),
  isMailed: z.boolean().describe("True if they have an address for the thanks"),
  isThanked: z.boolean().describe("True if they were thanked already"),
});

/** The organizer's view of a past event, filled in with the known data. */
export const Outcome = z.object({
  event: Event.pick({
    _id: true,
    title: true,
    eventType: true,
    location: true,
    eventDate: true,
    eventEnd: true,
    timeZone: true,
    status: true,
    organizer: true,
  }),
  sentAt: moment.nullable().describe("The time of the thanks; null until then"),
  changedAt: moment.nullable(),
  settledAt: moment
    .nullable()
    .describe("The time at which checked-in people are thanked if you save no outcome; null while the event is hidden"),
  changedUntil: moment.describe("The last moment to change it"),
  fromGate: z.boolean().describe("True if any person was checked in"),
  hours: z.number(),
  timesHours: z.number().describe("The hours by the event's times"),
  hoursMax: z.number(),
  people: z.array(OutcomePerson),
  amount: z.number().nullable(),
  kilograms: z.number().nullable(),
  words: z.string(),
  thanks: z.string(),
  pictures: z.array(z.string()),
  peopleAgreed: z.boolean(),
});
export type Outcome = z.infer<typeof Outcome>;
export type OutcomePerson = z.infer<typeof OutcomePerson>;

/** The result of saving, with the number of mails: of first thanks, and about changed hours. */
export const OutcomeKept = Acknowledged.extend({ thanked: z.int(), told: z.int() });
export type OutcomeKept = z.infer<typeof OutcomeKept>;

/** The mail of thanks, as its first recipient will read it. */
export const ThanksPreview = z.object({
  recipients: z.int(),
  to: z.string().nullable().describe("The name of the person whose mail is shown; null without any recipient"),
  subject: z.string(),
  text: z.string(),
  letter: z
    .object({
      heading: z.string(),
      paragraphs: z.array(z.string()),
      quote: z.object({ by: z.string(), text: z.string() }).nullable().describe("Your note of thanks"),
      facts: z.array(z.object({ label: z.string(), text: z.string() })),
      actions: z.array(z.string()),
      afterwards: z.array(z.string()),
      reason: z.string(),
    })
    .describe("The parts of the mail, as it shows them"),
});
export type ThanksPreview = z.infer<typeof ThanksPreview>;

/** The public part of an outcome. */
export const PublicOutcome = z.object({
  came: z.int().describe("The number of people who came"),
  withOthers: z.boolean().describe("True if some of them had not joined"),
  hours: z.number().describe("The hours of all people together"),
  unit: z.enum(["bags", "trees", "items", "learners", "treated", "meals", "reached"]),
  amount: z.number().nullable(),
  kilograms: z.number().nullable(),
  words: z.string(),
  thanks: z.string(),
  pictures: z.array(z.string()),
  next: z
    .object({ _id: z.uuid(), title: z.string(), eventDate: moment, timeZone: z.string() })
    .nullable()
    .describe("The organizer's next event"),
});
export type PublicOutcome = z.infer<typeof PublicOutcome>;

/** The caller's hours at an event; null if they are not listed as present. */
export const OwnHours = z.object({ hours: z.number().nullable() });
export type OwnHours = z.infer<typeof OwnHours>;

const count = z.int();
/** Numbers of people; for lists of fewer than five, the confirmed and present ones are left out. */
const Numbers = z.object({
  invited: count
    .nullable()
    .describe("The number of addresses that heard of the event through their follows; null below five"),
  joined: count.describe("The number of people with a spot"),
  confirmed: count.nullable().describe("The number of these who had confirmed their attendance"),
  joinedWhereConfirmed: count
    .nullable()
    .describe(
      "The number of people who had joined events with any confirmation; at other events nobody was asked, or nobody answered",
    ),
  cameOfJoined: count.nullable().describe("The number of these who came"),
  came: count.nullable().describe("The number of all people who came"),
  hours: z.number().nullable(),
});

/** The numbers of people invited, joined, confirmed and present at the caller's past events. */
export const Figures = z.object({
  events: z.array(
    Numbers.extend({
      _id: z.uuid(),
      title: z.string(),
      eventDate: moment,
      timeZone: z.string(),
      year: count,
      isSaid: z.boolean().describe("True if the outcome is saved"),
      checkedIn: count
        .nullable()
        .describe(
          "Without a saved outcome, the number of people seen at the gate; null for nobody, and if fewer than five had joined",
        ),
    }),
  ),
  years: z.array(
    Numbers.extend({
      year: count,
      events: count,
      said: count.describe(
        "The number of these events behind the numbers: with five or more joined people, and a saved outcome",
      ),
    }),
  ),
});
export type Figures = z.infer<typeof Figures>;

/**
 * The number of people on an event's list, and the prediction of how many will come, based on its organizer's past
 * events.
 */
export const Expected = z.object({
  joined: count,
  confirmed: count,
  events: count.describe("The number of past events behind the prediction"),
  range: z.object({ from: count, to: count }).nullable().describe("Null if too little is known"),
});
export type Expected = z.infer<typeof Expected>;
