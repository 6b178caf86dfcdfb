import { z } from "zod";

/** The role of a member at an event or a community. */
export const RoleOf = z.enum(["owner", "organizer"]);

/** A community that the caller organizes. */
export const OwnCommunity = z.object({
  _id: z.uuid(),
  name: z.string(),
  slug: z.string().describe("The last part of its address"),
  others: z.array(z.string()).describe("The first names of up to three others who organize it"),
  isOwner: z.boolean().describe("True if the caller is one of its owners"),
  image: z.string().nullable(),
  description: z.string(),
  member: z.int().describe("The number of its members"),
});
export type OwnCommunity = z.infer<typeof OwnCommunity>;
