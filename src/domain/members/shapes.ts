import { z } from "zod";

/** Who somebody is to the rest of the product: what a verified token says. E-mails are kept in lower case. */
export const Member = z.object({
  id: z.uuid(),
  email: z.string(),
  displayName: z.string(),
  photoURL: z.string().nullable(),
});
export type Member = z.infer<typeof Member>;
