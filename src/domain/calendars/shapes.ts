import { z } from "zod";

/** Where a member's own calendar is. */
export const CalendarAddress = z.object({
  address: z
    .url()
    .nullable()
    .describe("Anyone who knows it can read the events you joined and organize; null while there is none"),
});
export type CalendarAddress = z.infer<typeof CalendarAddress>;
