import { beforeEach, describe, expect, it } from "vitest";
import sharp from "sharp";
import { endless } from "#test/photo-pieces.ts";
import { photo } from "#test/photo.ts";
import { createPhotoDecoder, variablesFrom } from "./photo-decoder.ts";

const pixelsMax = 1_000_000;
let bomb: Uint8Array;
let honest: Uint8Array;
beforeEach(async () => {
  [bomb, honest] = [await endless(), await photo()];
});

describe("createPhotoDecoder", () => {
  it("stops a photo that takes too much processor time, and reads the next", async () => {
    const decode = createPhotoDecoder({ timeMax: 500, answerMax: 600_000 });
    await expect(decode({ file: bomb, pixelsMax })).rejects.toMatchObject({ code: "picture_too_complex" });
    expect((await sharp(await decode({ file: honest, pixelsMax })).metadata()).format).toBe("webp");
  });

  it("reads a photo while another never finishes, which is stopped by wall-clock time", async () => {
    const decode = createPhotoDecoder({ timeMax: 600_000, answerMax: 5000 });
    const ended: string[] = [];
    const never = decode({ file: bomb, pixelsMax }).catch(() => ended.push("bomb"));
    await decode({ file: honest, pixelsMax }).then(() => ended.push("honest"));
    expect(ended).toEqual(["honest"]);
    await never;
    expect(ended).toEqual(["honest", "bomb"]);
  });

  it("gives a decoder no variable with a secret", () => {
    const needed = { PATH: "/usr/bin", HOME: "/home/goodturn" };
    const secrets = {
      AUTH_SECRET: "x",
      DATABASE_URL: "x",
      SMTP_URL: "x",
      GOOGLE_CLIENT_SECRET: "x",
      NODE_OPTIONS: "x",
    };
    expect(variablesFrom({ ...needed, ...secrets })).toEqual(needed);
  });

  it("gives the reason of a refusal: too many pixels, or not a picture", async () => {
    const decode = createPhotoDecoder();
    const file = await photo({ width: 400, height: 300 });
    await expect(decode({ file, pixelsMax: 119_999 })).rejects.toMatchObject({ code: "picture_too_large" });
    expect((await decode({ file, pixelsMax: 120_000 })).length).toBeGreaterThan(0);
    await expect(decode({ file: file.subarray(0, 60), pixelsMax })).rejects.toMatchObject({
      code: "picture_unreadable",
    });
  });
});
