import { z } from "zod";
import { cursor, limit, ownEmail, rule, text } from "../shapes.ts";
import { companionNameMax, companionsMax } from "./rules.ts";

const notUsed = text().nullish().describe("What we know ourselves is used instead");

const companion = {
  name: text({
    required: "rule.companions.name",
    max: companionNameMax,
    tooLong: "rule.companions.name.too_long",
  }).describe(`A first name, at most ${companionNameMax} characters`),
  under18: z.boolean().describe("Whether a guardian has to consent"),
};
/** Somebody who comes along with a member. */
export const Companion = z.object({ _id: z.uuid(), ...companion });
export type Companion = z.infer<typeof Companion>;

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
  companions: z
    .array(z.object(companion))
    .max(companionsMax, rule("rule.companions.too_many"))
    .default([])
    .describe("Who comes along; each takes a place"),
  whenShort: z
    .enum(["wait", "take"])
    .default("wait")
    .describe("When there are fewer places than people: wait for all, or take what is left, for the first of them"),
});
export type JoinInput = z.input<typeof JoinInput>;

const State = z.enum(["joined", "waiting"]);
const position = z.int().min(1).describe("The place in the waiting list, 1 for the next; of a group its first one's");
const places = z.int().min(1).describe("For how many people: oneself and who comes along");

/** What joining came to: places, or a place in the line for them. */
export const JoinAnswer = z.object({
  acknowledged: z.literal(true),
  state: State,
  places,
  position: position.optional(),
});
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
  eventEnd: z.iso.datetime(),
  timeZone: z.string(),
  status: z.enum(["active", "cancelled"]).describe("The event's"),
  userName: z.string(),
  userEmail: z.string(),
  userPhotoURL: z.string().nullable(),
  joinedAt: z.iso.datetime(),
  state: State,
  places,
  offeredUntil: z.iso.datetime().nullable().describe("Until when places are held for who waits for them"),
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
  companions: z.array(Companion),
  offer: z
    .object({ places, until: z.iso.datetime().nullable() })
    .nullable()
    .describe(
      "Places that can be taken now: until when they are held, or null for what is free of those a group waits for",
    ),
});
export type JoinedCheck = z.infer<typeof JoinedCheck>;
