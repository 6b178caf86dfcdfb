import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { listFilter } from "./shapes.ts";
import { suggestWords } from "./spelling.ts";

let make: Make;
beforeAll(async () => {
  make = makeIn(await testDatabase());
});

const meant = async (search: string) =>
  (await suggestWords(make.context(), listFilter(new URLSearchParams({ search })), null))?.words;
const known = async (word: string) =>
  (await make.db.selectFrom("event_words").select("word").where("word", "=", word).execute()).length > 0;

describe("suggestWords", () => {
  it("knows the words of what is listed, each from the moment on at which it is, and offers what is still there", async () => {
    const event = await make.event({ title: "Kaleidoscope night", cancelReason: "Nobody knows yet." });
    expect(await meant("kaleidoskope")).toBeUndefined();
    await make.db
      .updateTable("events")
      .set({ cancelled_at: null, cancel_reason: null })
      .where("id", "=", event)
      .execute();
    expect(await meant("kaleidoskope")).toBe("Kaleidoscope");
    const next = { title: "Zeppelin day", search_text: "zeppelin day\nwords\nporto" };
    await make.db.updateTable("events").set(next).where("id", "=", event).execute();
    expect(await meant("zepelin")).toBe("Zeppelin");
    // Its old word is known, and finds nothing.
    expect(await known("kaleidoscope")).toBe(true);
    expect(await meant("kaleidoskope")).toBeUndefined();
    await make.db.deleteFrom("events").where("id", "=", event).execute();
    expect(await meant("zepelin")).toBeUndefined();
  });

  it("takes a word that is less alike where the likeliest finds nothing with the others", async () => {
    await make.event({ title: "Marathon breakfast" });
    await make.event({ title: "Marathons in town" });
    expect(await meant("marathonz brekfast")).toBe("Marathon breakfast");
  });

  it("knows no numbers, and of a description nothing", async () => {
    await make.event({ title: "Hall 4711 opens", description: "Bring a xylophone." });
    expect(await known("4711")).toBe(false);
    expect(await known("xylophone")).toBe(false);
    expect(await known("hall")).toBe(true);
  });
});
