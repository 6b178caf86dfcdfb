import { z } from "zod";
import { Acknowledged } from "../shapes.ts";

export const PictureKept = Acknowledged.extend({
  url: z.string().describe("The picture's address, for `thumbnailUrl` or a photo"),
});
export type PictureKept = z.infer<typeof PictureKept>;
