import { z } from "zod";

export const PictureKept = z.object({
  acknowledged: z.literal(true),
  url: z.string().describe("The picture's address, for `thumbnailUrl` or a photo"),
});
export type PictureKept = z.infer<typeof PictureKept>;
