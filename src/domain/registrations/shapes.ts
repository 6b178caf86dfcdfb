import { z } from "zod";
import { Event } from "../events/shapes.ts";
import { MailSignInInput, RegisterInput, User } from "../members/shapes.ts";
import { RoleOf } from "../rights/shapes.ts";
import { Acknowledged, cursor, limit, namedId, rule, text } from "../shapes.ts";
import { ownEmail, personName, PhoneNumber, phoneWords } from "../values/shapes.ts";
import { guardianMax, guestNameMax, guestsMax } from "./rules.ts";

// The API's words: the specification's and ours. The `state` of a waitlisted registration is `waiting`, because pages
// loaded before an update would misread another value.

const notUsed = text().nullish().describe("Ignored: our own data is used instead");

const guest = {
  name: personName({
    required: "rule.guests.name",
    max: guestNameMax,
    tooLong: "rule.guests.name.too_long",
  }).describe(`A first name, at most ${guestNameMax} characters`),
  under18: z.boolean().describe("Whether a guardian has to consent"),
};
const guardian = z
  .string()
  .nullable()
  .describe("The guardian who has agreed, for people under 18; null if none is named. Deleted 30 days after the event");
/** A person whom a member brings. */
export const Guest = z.object({ _id: z.uuid(), ...guest, guardian });
export type Guest = z.infer<typeof Guest>;

/** Optional details about the person who registers. */
export const personInput = {
  phone: PhoneNumber.nullish().describe(`${phoneWords}; kept only if the organizer asks for it`),
  under18: z.boolean().nullish().describe("Whether you are under 18"),
  guardian: personName({ max: guardianMax, tooLong: "rule.guardian.too_long" })
    .transform((value) => value || null)
    .nullish()
    .describe("The name of a guardian who has agreed, for people under 18; ignored for others"),
};

/** The guardian who has agreed, if the person needs one. */
export const guardianOf = (person: {
  under18?: boolean | null | undefined;
  guardian?: string | null | undefined;
}): string | null => (person.under18 && person.guardian) || null;

/**
 * The details that a registered member gives about themselves and about guests who are under 18; details left out are
 * deleted.
 */
export const AboutInput = z.object({
  ...personInput,
  guests: z
    .array(z.object({ _id: z.uuid(), guardian: personInput.guardian }))
    .max(guestsMax, rule("rule.guests.too_many"))
    .default([])
    .describe("The guardian of each guest under 18; ignored for adults and for guests of others"),
});
export type AboutInput = z.output<typeof AboutInput>;

/** The guests who are not coming, by their ids. */
export const GuestsInput = z.object({
  guests: z.array(namedId()).min(1, rule("rule.guests.none")).max(guestsMax, rule("rule.guests.too_many")),
});
export type GuestsInput = z.infer<typeof GuestsInput>;

/**
 * The body of a request to join an event: specification 7 `POST /join-event`. Only `eventId` is needed. `userEmail`
 * must be the token's own. The other fields are accepted for the specification's sake: their shape is checked, but our
 * own data is used instead.
 */
export const JoinInput = z.object({
  eventId: text({ required: "failure.not_found" }),
  eventTitle: notUsed,
  eventLocation: notUsed,
  eventDate: notUsed,
  userName: notUsed,
  userEmail: ownEmail,
  userPhotoURL: notUsed,
  joinedAt: notUsed,
  guests: z
    .array(z.object({ ...guest, guardian: personInput.guardian }))
    .max(guestsMax, rule("rule.guests.too_many"))
    .default([])
    .describe("The guests that you bring; each takes a spot"),
  whenShort: z
    .enum(["wait", "take"])
    .default("wait")
    .describe("If there are fewer spots than people: wait for all, or take the remaining spots for the first of them"),
  ...personInput,
});
export type JoinInput = z.input<typeof JoinInput>;

const partyFields = { guests: true, whenShort: true, phone: true, under18: true, guardian: true } as const;
const PartyInput = JoinInput.pick(partyFields);
/** The guests of a registrant, the choice for when not all of the party fit, and the registrant's details. */
export type Party = z.output<typeof PartyInput>;

/** Reduces a larger object to the fields of a party. */
export const partyOf = ({ guests, whenShort, phone, under18, guardian: agreed }: Party): Party => ({
  guests,
  whenShort,
  phone,
  under18,
  guardian: agreed,
});

/** The state of a registration. */
export const State = z.enum(["joined", "waiting"]);
type Status = "joined" | "waitlisted";
/** The API's word for a registration's status. */
export const stateOf = (status: Status): z.infer<typeof State> => (status === "waitlisted" ? "waiting" : status);

const position = z
  .int()
  .min(1)
  .describe("The position on the waitlist, 1 for the next; for a party, its first person's");
const spots = z.int().min(1).describe("The number of spots: one for you, and one for each guest");

/** The calling member's registration at an event; `state` is null if they have none there. */
export const OwnRegistration = z.object({
  role: RoleOf.nullable().describe(
    "Your role if you organize the event; null if you do not, and in answers to other calls",
  ),
  isJoined: z.boolean(),
  state: State.nullable(),
  position: position.nullable(),
  guests: z.array(Guest),
  phone: z.string().nullable().describe("Your phone number, as the organizer sees it; deleted 30 days after the event"),
  under18: z.boolean(),
  guardian,
  offer: z
    .object({ spots, until: z.iso.datetime().nullable() })
    .nullable()
    .describe(
      "Spots that you can take now: until when they are held, or null for free spots that go to the first to take them",
    ),
  meanwhile: z
    .object({ eventId: z.uuid(), title: z.string(), eventDate: z.iso.datetime(), eventEnd: z.iso.datetime() })
    .nullable()
    .describe(
      "If you have not joined: the first event at the same time that you have joined. You may join both. Null in answers to other calls",
    ),
});
export type OwnRegistration = z.infer<typeof OwnRegistration>;

/** The result of joining, and the registration as it is now. */
export const JoinAnswer = Acknowledged.extend({
  state: State,
  spots,
  position: position.optional(),
  registration: OwnRegistration,
});
export type JoinAnswer = z.infer<typeof JoinAnswer>;

type Taken = { status: Status; spots: number; position: number | null };
/** The result of taking spots, in the API's words. */
export const outcomeOf = (taken: Taken) => ({
  state: stateOf(taken.status),
  spots: taken.spots,
  ...(taken.position !== null && { position: taken.position }),
});

/** The body of a request to join an event without an account, or without being logged in: name, address and guests. */
export const JoinByMailInput = RegisterInput.pick({ name: true, email: true }).extend(
  JoinInput.pick({ eventId: true, ...partyFields }).shape,
);
export type JoinByMailInput = z.infer<typeof JoinByMailInput>;

/**
 * The body of a request to log in by mail: the address, the page to return to, and the event that the person was about
 * to join.
 */
export const LogInByMailInput = MailSignInInput.extend({
  join: JoinInput.pick({ eventId: true, ...partyFields })
    .optional()
    .describe("An event to join by the code or the link, in any browser; ignored if it does not exist"),
});
export type LogInByMailInput = z.infer<typeof LogInByMailInput>;

/** A pending log-in by mail, with the details that the requesting browser may know. */
export const MailSignIn = z.object({
  email: z.string(),
  eventId: z.uuid().nullable().describe("The event to join; null for a mere log-in"),
  held: z
    .object({ spots, until: z.iso.datetime() })
    .nullable()
    .describe("The spots kept until confirmation; null if they are only taken then, or if it joins the waitlist"),
  confirmed: z.boolean().describe("Whether the code or the link was used"),
});
export type MailSignIn = z.infer<typeof MailSignIn>;

const claim = z
  .string()
  .describe("A secret of the requesting browser, to read the request, to have the mail sent again, and to end it");

/** The answer once a code and a link have been mailed. It is the same for every address, known or not. */
export const MailAsked = z.object({ claim, asked: MailSignIn });
export type MailAsked = z.infer<typeof MailAsked>;

/**
 * The logged-in member and the result of joining: null if there was nothing to join; `refused` is the reason if joining
 * failed.
 */
export const MailSignedIn = z.object({
  user: User,
  join: JoinAnswer.nullable(),
  refused: z.enum(["event_over", "event_cancelled", "under_review", "cannot_join", "not_found"]).nullable(),
  returnTo: z.string().nullable().describe("The page to return to after logging in"),
});
export type MailSignedIn = z.infer<typeof MailSignedIn>;

/** The acknowledgment of a change, with the calling member's registration as it is now. */
export const RegistrationChanged = Acknowledged.extend({ registration: OwnRegistration });
export type RegistrationChanged = z.infer<typeof RegistrationChanged>;

/** A registration as its member reads it back: specification 3 'Join record'. */
export const Registration = z.object({
  _id: z.uuid(),
  eventId: z.uuid(),
  eventTitle: z.string(),
  eventLocation: z.string(),
  eventDate: z.iso.datetime(),
  eventEnd: z.iso.datetime(),
  timeZone: z.string(),
  eventType: Event.shape.eventType,
  thumbnailUrl: Event.shape.thumbnailUrl,
  status: z
    .enum(["active", "cancelled", "under_review"])
    .describe("The event's status; an event under review is hidden, and may come back"),
  userName: z.string(),
  userEmail: z.string(),
  userPhotoURL: z.string().nullable(),
  joinedAt: z.iso.datetime(),
  state: State,
  spots,
  offeredUntil: z.iso.datetime().nullable().describe("When the offer of spots expires, while there is one"),
  participantCount: z.int(),
  community: z.string().nullable().describe("The name of the community that the event belongs to; null without one"),
  description: z.string(),
  hours: z
    .number()
    .nullable()
    .describe("The hours that they were there, once recorded; null if nobody recorded that they came"),
});
export type Registration = z.infer<typeof Registration>;

/** The filter for the caller's registrations: specification 7 `GET /joined-events`. */
export const JoinedFilter = z.object({ email: ownEmail, limit, cursor });
export type JoinedFilter = z.infer<typeof JoinedFilter>;

/** The content behind the link in a mail about a registration: the event, and the reader's registration. */
export const LinkedRegistration = z.object({
  event: Event.pick({
    _id: true,
    title: true,
    eventType: true,
    location: true,
    eventDate: true,
    eventEnd: true,
    timeZone: true,
    status: true,
    cancelReason: true,
    asksPhone: true,
  }),
  registration: OwnRegistration,
  begun: z.boolean().describe("Whether the event has begun"),
  over: z.boolean().describe("Whether the event is over, so that nothing can be changed anymore"),
  confirmed: z.boolean().describe("Whether the reader has confirmed their attendance"),
});
export type LinkedRegistration = z.infer<typeof LinkedRegistration>;
