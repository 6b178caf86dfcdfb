import { z } from "zod";
import { CancelInput } from "../events/shapes.ts";
import { Companion } from "../joins/shapes.ts";
import { EmailAddress } from "../members/shapes.ts";
import { cursor, limit, rule, text } from "../shapes.ts";
import { audiences, messageMax } from "./rules.ts";

/** Whose places are asked for; an empty search asks for all. */
export const ParticipantFilter = z.object({
  state: z.enum(audiences, { error: rule("rule.audience") }).default("all"),
  search: text({ max: 100, tooLong: "rule.search.too_long" })
    .default("")
    .describe("Part of a name, a companion's name or an address, in any case and with or without accents"),
  limit,
  cursor,
});
export type ParticipantFilter = z.infer<typeof ParticipantFilter>;

/** Somebody's places at an event, or their place in the line for them, as its organiser sees it. */
export const Participant = z.object({
  _id: z.uuid(),
  memberId: z.uuid(),
  userName: z.string(),
  userEmail: z.string(),
  userPhotoURL: z.string().nullable(),
  state: z.enum(["joined", "waiting"]),
  position: z.int().nullable().describe("The place in the waiting list, 1 for the next; of a group its first one's"),
  offeredUntil: z.iso.datetime().nullable().describe("Until when free places are held for who waits"),
  places: z.int(),
  companions: z.array(Companion),
  joinedAt: z.iso.datetime(),
  confirmedAt: z.iso.datetime().nullable().describe("When they said once more that they are coming"),
});
export type Participant = z.infer<typeof Participant>;

const { reason } = CancelInput.shape;

/** Why somebody's places are taken away, in words that are mailed to them. */
export const Removal = z.object({ reason });
export type Removal = z.infer<typeof Removal>;

/** Who is added to an event, and why, in words that are mailed to them. */
export const Addition = z.object({ email: EmailAddress, reason });
export type Addition = z.infer<typeof Addition>;

const audience = z.enum(audiences, { error: rule("rule.audience") });

/** What an organiser writes to the people of an event. */
export const MessageInput = z.object({
  audience,
  text: text({ required: "rule.message.required", max: messageMax, tooLong: "rule.message.too_long" }),
});
export type MessageInput = z.infer<typeof MessageInput>;

/** A message as the first of those who get it will read it. */
export const MessagePreview = z.object({
  recipients: z.int(),
  to: z.string().describe("The name of who would read it like this"),
  replyTo: z.string(),
  subject: z.string(),
  text: z.string(),
});
export type MessagePreview = z.infer<typeof MessagePreview>;

export const MessageSent = z.object({ acknowledged: z.literal(true), insertedId: z.uuid(), recipients: z.int() });
export type MessageSent = z.infer<typeof MessageSent>;

/** A message that was sent. */
export const Message = z.object({
  _id: z.uuid(),
  audience,
  text: z.string(),
  recipients: z.int().describe("How many people it went to"),
  sentAt: z.iso.datetime(),
});
export type Message = z.infer<typeof Message>;

/** A page of what was sent. */
export const MessageFilter = z.object({ limit, cursor });
export type MessageFilter = z.infer<typeof MessageFilter>;
