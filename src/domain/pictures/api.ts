import { z } from "@hono/zod-openapi";
import type { Context as Call } from "hono";
import { bodyLimit } from "hono/body-limit";
import { Failure } from "../failure.ts";
import { keepPicture } from "./commands.ts";
import { pictureBytesMax } from "./rules.ts";
import { PictureKept } from "./shapes.ts";
import type { LimitAttempts, PictureMaker } from "../ports.ts";
import { answer, call, refusals, resource, signedIn } from "#api/openapi.ts";

const path = "/pictures";

/** True for the only call whose body is not JSON. */
export const isUpload = ({ req }: Call) => req.method === "POST" && req.path.endsWith(path);

const upload = call({
  operationId: "uploadPicture",
  summary: "Upload a picture, to use it as an event's thumbnail",
  method: "post",
  path,
  security: signedIn,
  request: {
    body: {
      required: true,
      description:
        "The file itself: JPEG, PNG, WebP, GIF or AVIF, of at most 5 MB and 40 million pixels, AVIF 16 million",
      content: { "image/*": { schema: z.string().openapi({ format: "binary" }) } },
    },
  },
  responses: {
    200: answer(PictureKept, "Where the picture is from now on"),
    ...refusals("picture_too_large", "picture_unreadable", "picture_too_complex", "too_many_pictures", "pictures_busy"),
  },
});

const pictureBody = bodyLimit({
  maxSize: pictureBytesMax,
  onError: () => {
    throw new Failure("picture_too_large");
  },
});

/** The call to upload a picture. The specification has none: its pictures are addresses. */
export const uploads = (pictures: PictureMaker, limitAttempts: LimitAttempts) => {
  const calls = resource();
  calls.on("POST", path, pictureBody);
  return calls.openapi(upload, async (c) => {
    const read = async () => new Uint8Array(await c.req.arrayBuffer());
    return c.json(await keepPicture({ ...c.var.context, limitAttempts, pictures }, read), 200);
  });
};
