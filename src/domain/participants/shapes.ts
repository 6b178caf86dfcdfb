import { z } from "zod";
import { titleMax } from "../events/rules.ts";
import { CancelInput } from "../organizing/shapes.ts";
import { Guest, JoinAnswer, personInput } from "../registrations/shapes.ts";
import { EmailAddress, personName, phoneWords } from "../values/shapes.ts";
import { messageMax } from "../rules.ts";
import { Acknowledged, cursor, limit, line, rule, text } from "../shapes.ts";
import { type Audience, audiences, noteMax } from "./rules.ts";

/** The filter of the list; an empty search matches all. */
export const ParticipantFilter = z.object({
  state: z.enum(audiences, { error: rule("rule.audience") }).default("all"),
  search: text({ max: 100, tooLong: "rule.search.too_long" })
    .default("")
    .describe("Part of a name, a guest's name or an address, in any case and with or without accents"),
  mail: z
    .enum(["yes", "no"], { error: rule("rule.yes_or_no") })
    .optional()
    .describe("Only people with an e-mail address, or only those without"),
  limit,
  cursor,
});
export type ParticipantFilter = z.infer<typeof ParticipantFilter>;

/** A registration as the event's organizer sees it. */
export const Participant = z.object({
  _id: z.uuid(),
  memberId: z.uuid().nullable().describe("Null for a person whom you have added by name"),
  userName: z.string(),
  userEmail: z.string().nullable().describe("Null for the same"),
  mailedTo: z
    .string()
    .nullable()
    .describe("The address that you added them with, until the spot is theirs; it is deleted 30 days after the event"),
  userPhotoURL: z.string().nullable(),
  state: z.enum(["joined", "waiting"]),
  position: z
    .int()
    .nullable()
    .describe("The position on the waitlist, 1 for the next; for a party, its first person's"),
  offeredUntil: z.iso.datetime().nullable().describe("When the offer of spots expires, while there is one"),
  spots: z.int().describe("The number of spots: one for the person, and one for each guest"),
  guests: z.array(Guest),
  phone: z.string().nullable().describe("Their phone number, if they gave one; it is deleted 30 days after the event"),
  under18: z.boolean(),
  guardian: Guest.shape.guardian,
  joinedAt: z.iso.datetime(),
  confirmedAt: z.iso.datetime().nullable().describe("When they confirmed their attendance"),
  isBlocked: z.boolean().describe("Whether you have blocked them"),
  note: z
    .object({
      text: z.string(),
      writtenBy: z.string().nullable().describe("The organizer who wrote it last; null if their account is gone"),
      writtenAt: z.iso.datetime(),
    })
    .nullable()
    .describe("The note on them that the event's organizers share; it is deleted 30 days after the event"),
});
export type Participant = z.infer<typeof Participant>;

/** A participant who has agreed to be seen, as everybody sees them, with no other data. */
export const Face = z.object({
  name: z.string().describe("The first word of their name"),
  photo: z.string().nullable(),
});
export type Face = z.infer<typeof Face>;

const { reason } = CancelInput.shape;

/** The reason for removing a person, mailed to them. */
export const Removal = z.object({ reason });
export type Removal = z.infer<typeof Removal>;

/** A member to add to an event, and the reason, which is mailed to them. */
export const Addition = z.object({ email: EmailAddress, reason });
export type Addition = z.infer<typeof Addition>;

/** A person to add to an event by name, whether or not they have an account. */
export const PersonInput = z.object({
  name: personName({ required: "rule.person.name" }),
  email: EmailAddress.optional().describe("If they have one: they get one mail, by which the spot becomes theirs"),
  phone: personInput.phone.describe(`If they have one; ${phoneWords}; deleted 30 days after the event`),
  under18: personInput.under18.describe("Whether they are under 18"),
  guardian: personInput.guardian,
});
export type PersonInput = z.infer<typeof PersonInput>;

/** A note on a person; without text the note is deleted. */
export const PersonNoteInput = z.object({
  text: line({ max: noteMax, tooLong: "rule.person_note.too_long" }).describe(
    `One line of plain text, at most ${noteMax} characters; an empty one deletes the note`,
  ),
});
export type PersonNoteInput = z.infer<typeof PersonNoteInput>;

/** The result of adding a person. */
export const ParticipantAdded = JoinAnswer.omit({ registration: true });
export type ParticipantAdded = z.infer<typeof ParticipantAdded>;

const audience = z.enum(audiences, { error: rule("rule.audience") });
/** The word for an audience in our tables. */
export const statusOf = (wire: Audience) => (wire === "waiting" ? "waitlisted" : wire);
/** The API's word for an audience. */
export const audienceOf = (status: ReturnType<typeof statusOf>): Audience =>
  status === "waitlisted" ? "waiting" : status;

/** A message of an organizer to the people of an event. */
export const MessageInput = z.object({
  audience,
  subject: line({ max: titleMax, tooLong: "rule.subject.too_long" })
    .optional()
    .describe("Your own subject of the mail; by default, that you write about the event"),
  text: text({ required: "rule.message.required", max: messageMax, tooLong: "rule.message.too_long" }),
});
export type MessageInput = z.infer<typeof MessageInput>;

/** A message as its first reader will get it. */
export const MessagePreview = z.object({
  recipients: z.int(),
  unreachable: z.int().describe("The number of these people without an e-mail address, who get nothing"),
  to: z.string().describe("The name of the person whose mail is shown"),
  replyTo: z.string().nullable().describe("The reply address; null without a confirmed address"),
  subject: z.string(),
  text: z.string(),
});
export type MessagePreview = z.infer<typeof MessagePreview>;

export const MessageSent = Acknowledged.extend({ insertedId: z.uuid(), recipients: z.int() });
export type MessageSent = z.infer<typeof MessageSent>;

/** A message that was sent. */
export const Message = z.object({
  _id: z.uuid(),
  audience,
  subject: z.string().optional().describe("Your own subject, if you chose one"),
  text: z.string(),
  recipients: z.int().describe("The number of recipients"),
  sentAt: z.iso.datetime(),
});
export type Message = z.infer<typeof Message>;

/** A page of sent messages. */
export const MessageFilter = z.object({ limit, cursor });
export type MessageFilter = z.infer<typeof MessageFilter>;
