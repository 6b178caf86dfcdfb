import { z } from "zod";

/** The address of a member's own calendar. */
export const CalendarAddress = z.object({
  address: z
    .url()
    .nullable()
    .describe("Anyone with this address can read the events that you joined and organize; null if you have none"),
});
export type CalendarAddress = z.infer<typeof CalendarAddress>;
