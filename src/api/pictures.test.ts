import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { getPicture } from "#domain/pictures/queries.ts";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { photo } from "#test/photo.ts";

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
const idIn = (url: string) => /^\/pictures\/([0-9a-f-]+)\.webp$/.exec(url)?.[1] ?? "";
const kept = async (url: string) => Buffer.from(await getPicture(make.context(), idIn(url)));

describe("POST /pictures", () => {
  it("keeps a photo as a small WebP, upright, without the place where it was taken", async () => {
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

  it("takes the five kinds that it names, whatever their type is said to be", async () => {
    const image = sharp({ create: { width: 8, height: 6, channels: 4, background: "#2f7d4f80" } });
    for (const format of ["jpeg", "png", "webp", "gif", "avif"] as const) {
      const { status, body } = await upload(new Uint8Array(await image.clone().toFormat(format).toBuffer()), "");
      expect([format, status]).toEqual([format, 200]);
      expect((await sharp(await kept(body.url)).metadata()).width).toBe(8);
    }
  });

  it("refuses files that are no picture, break off, are empty, or unfold into more than we can hold", async () => {
    const whole = new Uint8Array(await photo());
    const bomb = await sharp({ create: { width: 10_100, height: 10_100, channels: 3, background: "#000" } })
      .png()
      .toBuffer();
    const files = ["", "hello", "<svg xmlns='http://www.w3.org/2000/svg'/>", "%PDF-1.7", "GIF89a", "\xff\xd8\xff"];
    const wrong = [...files.map((file) => Buffer.from(file, "latin1")), whole.slice(0, 60), bomb];
    for (const file of wrong) {
      expect(await upload(new Uint8Array(file))).toMatchObject({ status: 415, body: { code: "picture_unreadable" } });
    }
  });

  it("makes addresses that an event and a profile take", async () => {
    const { body } = await upload(new Uint8Array(await photo()));
    const id = await make.event({ organizer: await ownerOf(body.url) });
    const changed = await call("PATCH", `/events/${id}`, { token, json: { thumbnailUrl: body.url } });
    expect(changed.status).toBe(200);
    expect((await call("GET", `/view-event/${id}`)).body.thumbnailUrl).toBe(body.url);
    const elsewhere = await call("PATCH", `/events/${id}`, { token, json: { thumbnailUrl: "/pictures/../api.webp" } });
    expect(elsewhere.status).toBe(422);
  });

  it("drops pictures that were uploaded a month ago and are shown nowhere", async () => {
    const urls: string[] = [];
    for (let n = 0; n < 4; n++) urls.push((await upload(new Uint8Array(await photo()))).body.url);
    const [onEvent = "", onProfile = "", unused = "", recent = ""] = urls;
    const owner = await ownerOf(onEvent);
    await make.event({ organizer: owner, thumbnailUrl: onEvent });
    await make.db.updateTable("members").set({ image: onProfile }).where("id", "=", owner.id).execute();
    const monthAgo = new Date(Date.now() - 31 * 86_400_000);
    await make.db.updateTable("pictures").set({ created_at: monthAgo }).where("id", "!=", idIn(recent)).execute();

    await upload(new Uint8Array(await photo()));
    for (const url of [onEvent, onProfile, recent]) expect((await kept(url)).length).toBeGreaterThan(0);
    await expect(kept(unused)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("getPicture", () => {
  it("has none for text that is no id, or an id without a picture", async () => {
    for (const id of ["nothing", "00000000-0000-7000-8000-000000000000"]) {
      await expect(getPicture(make.context(), id)).rejects.toMatchObject({ code: "not_found" });
    }
  });
});

/** The member who uploaded a picture, as far as a factory needs it. */
async function ownerOf(url: string) {
  const row = await make.db
    .selectFrom("pictures")
    .innerJoin("members", "members.id", "pictures.owner_id")
    .select(["members.id", "email", "name as displayName", "image as photoURL"])
    .where("pictures.id", "=", idIn(url))
    .executeTakeFirstOrThrow();
  return row;
}
