import { crc32 } from "node:zlib";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { ProviderPhoto } from "../members/shapes.ts";
import { findPicture, getPicture } from "./queries.ts";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { attemptsFor, inTwoYears, makeIn, type Make } from "#test/make.ts";
import { photo } from "#test/photo.ts";
import { endless, pieces, withPieces } from "#test/photo-pieces.ts";
import { makeSeries } from "#test/series.ts";
import { createApi } from "#api/index.ts";

let make: Make;
let call: Call;
let token: string;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
  ({ token } = await make.signedIn());
});

const upload = (body: Uint8Array<ArrayBuffer>, type = "image/jpeg") =>
  call("POST", "/pictures", { token, body, headers: { "content-type": type } });
const bytesOf = async (picture: { toBuffer: () => Promise<Buffer> }) => new Uint8Array(await picture.toBuffer());
const idIn = (url: string) => /^\/pictures\/([0-9a-f-]+)\.webp$/.exec(url)?.[1] ?? "";
const kept = async (url: string) => Buffer.from(await getPicture(make.context(), idIn(url)));

describe("POST /pictures", () => {
  it("stores a photo as a small, upright WebP without its location data", async () => {
    const { status, body } = await upload(new Uint8Array(await photo({ width: 3000, height: 2000 })));
    expect([status, body.acknowledged]).toEqual([200, true]);
    const picture = await kept(body.url);
    const { format, width, height, exif, orientation } = await sharp(picture).metadata();
    expect({ format, width, height, exif, orientation }).toEqual({
      format: "webp",
      width: 1067,
      height: 1600,
      exif: undefined,
      orientation: undefined,
    });
    expect(picture.includes("Test camera")).toBe(false);
  });

  it("accepts the five listed formats, regardless of the declared type", async () => {
    const image = sharp({ create: { width: 8, height: 6, channels: 4, background: "#2f7d4f80" } });
    for (const format of ["jpeg", "png", "webp", "gif", "avif"] as const) {
      const { status, body } = await upload(new Uint8Array(await image.clone().toFormat(format).toBuffer()), "");
      expect([format, status]).toEqual([format, 200]);
      expect((await sharp(await kept(body.url)).metadata()).width).toBe(8);
    }
  });

  it("refuses files that are empty, cut off or not a picture", async () => {
    const whole = new Uint8Array(await photo());
    const files = ["", "hello", "<svg xmlns='http://www.w3.org/2000/svg'/>", "%PDF-1.7", "GIF89a", "\xff\xd8\xff"];
    const wrong = [...files.map((file) => Buffer.from(file, "latin1")), whole.slice(0, 60)];
    for (const file of wrong) {
      expect(await upload(new Uint8Array(file))).toMatchObject({ status: 415, body: { code: "picture_unreadable" } });
    }
  });

  it("refuses more than 40 million pixels (16 million in AVIF) by the declared size, before decoding", async () => {
    const tooLarge = { status: 413, body: { code: "picture_too_large" } };
    // The declared size is allowed, but the file has fewer pixels.
    const unreadable = { status: 415, body: { code: "picture_unreadable" } };
    expect(await upload(await claiming("png", 8000, 5001))).toMatchObject(tooLarge);
    expect(await upload(await claiming("png", 8000, 5000))).toMatchObject(unreadable);
    expect(await upload(await claiming("avif", 4000, 4001))).toMatchObject(tooLarge);
    expect(await upload(await claiming("avif", 4000, 4000))).toMatchObject(unreadable);
    const honest = sharp({ create: { width: 4000, height: 4001, channels: 3, background: "#000" } });
    expect(await upload(await bytesOf(honest.clone().avif({ effort: 0, quality: 1 })))).toMatchObject(tooLarge);
    expect((await upload(await bytesOf(honest.jpeg()))).status).toBe(200);
  });

  it("counts before reading a file: of many at once, exactly the daily limit is stored", async () => {
    const { limitAttempts } = attemptsFor(make.db, {
      picture: { address: null, account: { most: 5, seconds: 86_400 } },
    });
    const limited = callerOf({ ...make, limitAttempts });
    const body = new Uint8Array(await photo());
    const answers = await Promise.all(Array.from({ length: 12 }, () => limited("POST", "/pictures", { token, body })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array(5).fill(200),
      ...Array(7).fill(429),
    ]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.code).toBe("too_many_pictures");
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(80_000);
    const { count } = await make.db
      .selectFrom("pictures")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(5);
    // Another member's uploads are counted separately.
    const { token: other } = await make.signedIn();
    expect((await limited("POST", "/pictures", { token: other, body })).status).toBe(200);
  });

  it("allows at most twenty uploads at once, tells when to retry, and then accepts again", async () => {
    const { promise: file, resolve } = Promise.withResolvers<Uint8Array>();
    const underWay = Array.from({ length: 19 }, (_, at) => make.pictures.fitPhoto(`${at}`, () => file));
    const body = new Uint8Array(await photo());
    expect((await upload(body)).status).toBe(200);
    await expect(make.pictures.fitPhoto("19", () => Promise.reject(new Error("hung up")))).rejects.toThrow("hung up");
    underWay.push(make.pictures.fitPhoto("20", () => file));
    const refused = await upload(body);
    expect(refused).toMatchObject({ status: 503, body: { code: "pictures_busy" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    resolve(new Uint8Array());
    await Promise.allSettled(underWay);
    expect((await upload(body)).status).toBe(200);
  });

  it("refuses a picture that takes forever to decode, while reading another member's", async () => {
    const { token: other } = await make.signedIn();
    const body = new Uint8Array(await photo());
    const answers = await Promise.all([
      upload(await endless("zTXt"), "image/png"),
      upload(await endless("iTXt"), "image/png"),
      call("POST", "/pictures", { token: other, body }),
    ]);
    const refused = { status: 422, body: { code: "picture_too_complex" } };
    expect(answers).toMatchObject([refused, refused, { status: 200 }]);
  });

  it("refuses a picture with too many text chunks, and accepts one with many", async () => {
    const refused = await upload(await withPieces("png", pieces.png.note, 201), "image/png");
    expect(refused).toMatchObject({ status: 422, body: { code: "picture_too_complex" } });
    expect((await upload(await withPieces("png", pieces.png.note, 100), "image/png")).status).toBe(200);
  });

  it("does not read the file of a visitor", async () => {
    const file = new Uint8Array(await photo());
    const send = async (headers: Record<string, string>) => {
      let read = false;
      const body = new ReadableStream(
        {
          pull(controller) {
            read = true;
            controller.enqueue(file);
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      const init = {
        method: "POST",
        body,
        duplex: "half",
        headers: { "content-length": `${file.length}`, ...headers },
      };
      const { status } = await createApi(make).request("/pictures", init, { address: "192.0.2.1" });
      return { status, read };
    };
    expect(await send({})).toEqual({ status: 401, read: false });
    expect(await send({ authorization: `Bearer ${token}` })).toEqual({ status: 200, read: true });
  });

  it("returns addresses that an event and a profile accept", async () => {
    const { body } = await upload(new Uint8Array(await photo()));
    const id = await make.event({ organizer: await ownerOf(body.url) });
    const changed = await call("PATCH", `/events/${id}`, { token, json: { thumbnailUrl: body.url } });
    expect(changed.status).toBe(200);
    expect((await call("GET", `/view-event/${id}`)).body.thumbnailUrl).toBe(body.url);
    const elsewhere = await call("PATCH", `/events/${id}`, { token, json: { thumbnailUrl: "/pictures/../api.webp" } });
    expect(elsewhere.status).toBe(422);
  });

  it("deletes pictures that were uploaded a month ago and are shown nowhere", async () => {
    const urls: string[] = [];
    for (let n = 0; n < 5; n++) urls.push((await upload(new Uint8Array(await photo()))).body.url);
    const [onEvent = "", onProfile = "", unused = "", recent = "", ofSeries = ""] = urls;
    const owner = await ownerOf(onEvent);
    await make.event({ organizer: owner, thumbnailUrl: onEvent });
    await make.db.updateTable("members").set({ image: onProfile }).where("id", "=", owner.id).execute();
    // No date of the series has it, but those that are still to be made will.
    const { id: seriesId } = await makeSeries(make, { organizer: owner });
    await make.db.updateTable("series").set({ thumbnail_url: ofSeries }).where("id", "=", seriesId).execute();
    const monthAgo = new Date(Date.now() - 31 * 86_400_000);
    await make.db.updateTable("pictures").set({ created_at: monthAgo }).where("id", "!=", idIn(recent)).execute();

    await upload(new Uint8Array(await photo()));
    for (const url of [onEvent, onProfile, recent, ofSeries]) expect((await kept(url)).length).toBeGreaterThan(0);
    await expect(kept(unused)).rejects.toMatchObject({ code: "not_found" });
  });
});

const refused = (field: string) => ({
  status: 422,
  body: {
    fields: [{ path: field, message: "Please give the address of a picture that everybody can reach on the web." }],
  },
});

describe("the address of a picture in a private network", () => {
  const [router, web] = ["http://192.168.0.1/restart", "https://example.org/a.jpg"];

  it("is refused for an event; an existing one stays, and our own address is accepted", async () => {
    const { token: mine, member } = await make.signedIn();
    const words = { title: "Beach Cleanup", eventType: "cleanup", location: "Inani", description: "Bring gloves." };
    const event = { ...words, maxParticipant: "20", eventDate: inTwoYears("-05-01T09:30:00Z") };
    const create = (thumbnailUrl: string) =>
      call("POST", "/add-event", { token: mine, json: { ...event, thumbnailUrl } });
    expect(await create(router)).toMatchObject(refused("thumbnailUrl"));
    expect((await create("http://localhost/scenes/cleanup.svg")).status).toBe(200);
    expect((await create(web)).status).toBe(200);

    const old = await make.event({ organizer: member, thumbnailUrl: router });
    const change = (json: object) => call("PATCH", `/events/${old}`, { token: mine, json });
    expect((await change({ title: "River clean-up", thumbnailUrl: router })).status).toBe(200);
    expect(await change({ thumbnailUrl: "http://192.168.0.2/restart" })).toMatchObject(refused("thumbnailUrl"));
    expect((await change({ thumbnailUrl: web })).status).toBe(200);
    expect(await change({ thumbnailUrl: router })).toMatchObject(refused("thumbnailUrl"));
    expect((await change({ thumbnailUrl: "" })).status).toBe(200);
  });

  it("is refused for a photo, and dropped from a provider's profile", async () => {
    const { cookie } = await make.signedIn();
    const person = { name: "Amina", email: "amina@example.org", password: "Planting4all" };
    const register = (image: string) => call("POST", "/auth/sign-up/email", { json: { ...person, image } });
    expect(await register(router)).toMatchObject(refused("image"));
    expect((await register(web)).status).toBe(200);
    const update = (json: object) => call("POST", "/auth/update-user", { json, headers: { cookie } });
    expect(await update({ image: router })).toMatchObject(refused("image"));
    expect((await update({ image: web })).status).toBe(200);
    expect((await update({ name: "Amina B." })).status).toBe(200);
    expect([router, web, "", 7, undefined].map((claim) => ProviderPhoto.parse(claim))).toEqual([
      undefined,
      web,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("findPicture", () => {
  it("finds a picture uploaded to us by its address, and no other", async () => {
    const { body } = await upload(new Uint8Array(await photo()));
    expect(Buffer.from((await findPicture(make.context(), body.url)) ?? [])).toEqual(await kept(body.url));
    const gone = "/pictures/00000000-0000-7000-8000-000000000000.webp";
    for (const address of [null, "", gone, "/pictures/x.webp", `https://example.org${body.url}`]) {
      expect(await findPicture(make.context(), address)).toBeNull();
    }
  });
});

describe("getPicture", () => {
  it("fails for an invalid id, or an id without a picture", async () => {
    for (const id of ["nothing", "00000000-0000-7000-8000-000000000000"]) {
      await expect(getPicture(make.context(), id)).rejects.toMatchObject({ code: "not_found" });
    }
  });
});

/** Creates a small picture that declares this size: in a PNG's first chunk, or in an AVIF's size box. */
async function claiming(format: "png" | "avif", width: number, height: number) {
  const file = await sharp({ create: { width: 8, height: 6, channels: 3, background: "#000" } })
    .toFormat(format)
    .toBuffer();
  const at = format === "png" ? 16 : file.indexOf("ispe") + 8;
  file.writeUInt32BE(width, at);
  file.writeUInt32BE(height, at + 4);
  if (format === "png") file.writeUInt32BE(crc32(file.subarray(12, 29)), 29);
  return new Uint8Array(file);
}

/** Returns the member who uploaded a picture, with the fields that a factory needs. */
async function ownerOf(url: string) {
  const row = await make.db
    .selectFrom("pictures")
    .innerJoin("members", "members.id", "pictures.owner_id")
    .select(["members.id", "email", "name as displayName", "image as photoURL"])
    .where("pictures.id", "=", idIn(url))
    .executeTakeFirstOrThrow();
  return row;
}
