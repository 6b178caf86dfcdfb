import { z } from "zod";

/** Where a member's own calendar is. */
export const CalendarAddress = z.object({
  address: z
    .url()
    .nullable()
    .describe("Whoever knows it reads what you have joined and organise; null while there is none"),
});
export type CalendarAddress = z.infer<typeof CalendarAddress>;
