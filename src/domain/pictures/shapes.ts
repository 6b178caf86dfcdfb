import { z } from "zod";

export const PictureKept = z.object({
  acknowledged: z.literal(true),
  url: z.string().describe("Where the picture is, for `thumbnailUrl` and a photo's address"),
});
export type PictureKept = z.infer<typeof PictureKept>;
