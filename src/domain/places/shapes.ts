import { z } from "zod";
import { Event } from "../events/shapes.ts";
import { JoinedCheck } from "../joins/shapes.ts";

/** What the link in a mail about a place leads to: the event, and what its reader has there. */
export const LinkedPlace = z.object({
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
  }),
  place: JoinedCheck,
  begun: z.boolean().describe("Whether the event has begun, so that nothing can be changed any more"),
  confirmed: z.boolean().describe("Whether its reader has said once more that they are coming"),
});
export type LinkedPlace = z.infer<typeof LinkedPlace>;
