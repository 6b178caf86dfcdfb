import { RouterContextProvider } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { lockEvent } from "#domain/events/locking.ts";
import { hideEvent } from "#domain/reviews/hiding.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { originOf, pictures, showsOnly, visitor } from "../context.ts";
import { loader as readPicture } from "./event-picture.ts";
import { loader as readCode } from "./event-qr.ts";
import { loader as readUpload } from "./uploaded-picture.ts";

type Read = (args: never) => Promise<Response>;

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

/** Loads a resource; returns its answer, and the subjects it declares to show. */
async function read(loader: Read, params: object) {
  const shown: string[] = [];
  const context = new RouterContextProvider();
  context.set(visitor, make.context());
  context.set(originOf, "https://goodturn.example");
  context.set(pictures, make.pictures);
  context.set(showsOnly, (...topics) => void shown.push(...topics));
  const answer = await loader({ context, params } as never);
  return { caching: answer.headers.get("cache-control"), shown };
}

describe.each([
  ["the picture of an event", readPicture as Read],
  ["the code of an event's address", readCode as Read],
])("%s", (_, loader) => {
  it("is revalidated each time, expires with its event, and is gone once that is hidden", async () => {
    const id = await make.event();
    expect(await read(loader, { id })).toEqual({ caching: "public, no-cache", shown: [id] });
    await make.db.transaction().execute(async (tx) => hideEvent(tx, await lockEvent(tx, id), new Date()));
    await expect(read(loader, { id })).rejects.toMatchObject({ data: { code: "under_review" } });
  });
});

describe("an uploaded picture", () => {
  it("stays in browsers, and for five minutes in shared caches", async () => {
    const { id: owner_id } = await make.member();
    const id = newId();
    const content = new Uint8Array([1]);
    await make.db.insertInto("pictures").values({ id, owner_id, content, created_at: new Date() }).execute();
    const { caching } = await read(readUpload, { name: `${id}.webp` });
    expect(caching).toBe("public, max-age=31536000, s-maxage=300, immutable");
    await make.db.updateTable("pictures").set({ hidden_at: new Date() }).execute();
    await expect(read(readUpload, { name: `${id}.webp` })).rejects.toMatchObject({ init: { status: 404 } });
  });
});
