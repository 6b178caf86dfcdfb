import { z } from "zod";
import { Acknowledged } from "../shapes.ts";

export const PictureKept = Acknowledged.extend({
  url: z.string().describe("Where the picture is, for `thumbnailUrl` and a photo's address"),
});
export type PictureKept = z.infer<typeof PictureKept>;
