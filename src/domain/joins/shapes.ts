import { z } from "zod";
import { limit, text } from "../shapes.ts";

/**
 * What is sent to take a place: specification 7 `POST /join-event`. Only `eventId` is needed. `userEmail` has to be the
 * token's own; the rest is taken for the specification's sake, checked for its shape, and filled from our tables instead.
 */
export const JoinInput = z.object({
  eventId: text({ required: "failure.not_found" }),
  eventTitle: text().nullish(),
  eventLocation: text().nullish(),
  eventDate: text().nullish(),
  userName: text().nullish(),
  userEmail: text().optional(),
  userPhotoURL: text().nullish(),
  joinedAt: text().nullish(),
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
export const JoinedFilter = z.object({ email: text().optional(), limit, cursor: z.string().optional() });
export type JoinedFilter = z.infer<typeof JoinedFilter>;

export const JoinedCheck = z.object({ isJoined: z.boolean() });
export type JoinedCheck = z.infer<typeof JoinedCheck>;
