import { z } from "zod";
import { cursor, limit, ownEmail, text } from "../shapes.ts";

const notUsed = text().nullish().describe("What we know ourselves is used instead");

/**
 * What is sent to take a place: specification 7 `POST /join-event`. Only `eventId` is needed. `userEmail` has to be the
 * token's own; the rest is taken for the specification's sake, checked for its shape, and filled from our tables instead.
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
});
export type JoinInput = z.infer<typeof JoinInput>;

const State = z.enum(["joined", "waiting"]);
const position = z.int().min(1).describe("The place in the waiting list, 1 for the next");

/** What joining came to: a place, or one in the line for it. */
export const JoinAnswer = z.object({ acknowledged: z.literal(true), state: State, position: position.optional() });
export type JoinAnswer = z.infer<typeof JoinAnswer>;

export const Acknowledged = z.object({ acknowledged: z.literal(true) });
export type Acknowledged = z.infer<typeof Acknowledged>;

/** A member's place at an event as the member reads it back: specification 3 'Join record'. */
export const Join = z.object({
  _id: z.uuid(),
  eventId: z.uuid(),
  eventTitle: z.string(),
  eventLocation: z.string(),
  eventDate: z.iso.datetime(),
  timeZone: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  userPhotoURL: z.string().nullable(),
  joinedAt: z.iso.datetime(),
  state: State,
  participantCount: z.int(),
  description: z.string(),
});
export type Join = z.infer<typeof Join>;

/** Which of one's joins are asked for: specification 7 `GET /joined-events`. */
export const JoinedFilter = z.object({ email: ownEmail, limit, cursor });
export type JoinedFilter = z.infer<typeof JoinedFilter>;

export const JoinedCheck = z.object({
  isJoined: z.boolean(),
  state: State.nullable(),
  position: position.nullable(),
});
export type JoinedCheck = z.infer<typeof JoinedCheck>;
