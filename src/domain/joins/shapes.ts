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

export const JoinAnswer = z.object({ acknowledged: z.literal(true) });
export type JoinAnswer = z.infer<typeof JoinAnswer>;

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
  participantCount: z.int(),
  description: z.string(),
});
export type Join = z.infer<typeof Join>;

/** Which of one's joins are asked for: specification 7 `GET /joined-events`. */
export const JoinedFilter = z.object({ email: ownEmail, limit, cursor });
export type JoinedFilter = z.infer<typeof JoinedFilter>;

export const JoinedCheck = z.object({ isJoined: z.boolean() });
export type JoinedCheck = z.infer<typeof JoinedCheck>;
