import { z } from "zod";
import { LinkedRegistration } from "../registrations/shapes.ts";

/** The spot that an organizer holds by name, behind the link of the mail about it. */
export const AddedSpot = LinkedRegistration.pick({ event: true, begun: true, over: true }).extend({
  state: z.enum(["joined", "waiting"]).describe("Whether it is a spot, or a place on the waitlist"),
  isTaken: z.boolean().describe("Whether the link was used: the spot is somebody's own"),
  wasListed: z
    .boolean()
    .describe("Whether they were on the list already when they used it, so that the spot was freed"),
  newcomer: z
    .object({ name: z.string(), email: z.string() })
    .nullable()
    .describe(
      "The name and the address of a reader without a confirmed account, who joins with a code; null for others",
    ),
  spot: z.string().nullable().describe("The token of the reader's own link to their spot, once it is theirs"),
});
export type AddedSpot = z.infer<typeof AddedSpot>;
