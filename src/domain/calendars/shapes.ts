import { z } from "zod";

/** The address of a member's own calendar. */
export const CalendarAddress = z.object({
  address: z
    .url()
    .nullable()
    .describe("Anyone who knows it can read the events you joined and organize; null while there is none"),
});
export type CalendarAddress = z.infer<typeof CalendarAddress>;
