import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { makeTowns } from "#test/towns.ts";
import { listFilter } from "./shapes.ts";
import { columnsAt } from "./placing.ts";
import { suggestTown, suggestWords } from "./spelling.ts";

let make: Make;
beforeAll(async () => {
  make = makeIn(await testDatabase());
});

const meant = async (search: string) =>
  (await suggestWords(make.context(), listFilter(new URLSearchParams({ search })), null))?.words;
const meantTown = async (near: string) =>
  (await suggestTown(make.context(), listFilter(new URLSearchParams({ near }))))?.words;
const known = async (word: string) =>
  (await make.db.selectFrom("event_words").select("word").where("word", "=", word).execute()).length > 0;

describe("suggestWords", () => {
  it("knows the words of listed events, each from the moment they are listed, and suggests only existing ones", async () => {
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
    // The old word is still known, but finds nothing.
    expect(await known("kaleidoscope")).toBe(true);
    expect(await meant("kaleidoskope")).toBeUndefined();
    await make.db.deleteFrom("events").where("id", "=", event).execute();
    expect(await meant("zepelin")).toBeUndefined();
  });

  it("suggests a less similar word if the likeliest finds nothing together with the others", async () => {
    await make.event({ title: "Marathon breakfast" });
    await make.event({ title: "Marathons in town" });
    expect(await meant("marathonz brekfast")).toBe("Marathon breakfast");
  });

  it("knows a word with swapped neighboring letters, before words that share more with it", async () => {
    await make.event({ title: "Otter brook" });
    await make.event({ title: "Otterly broom" });
    for (const search of ["Otetr", "toter", "TOTER brook", "otter borok"])
      expect([search, await meant(search)]).toEqual([search, search.includes(" ") ? "Otter brook" : "Otter"]);
    expect(await meant("otterly borom")).toBe("Otterly broom");
    // It suggests nothing for swapped letters that are far apart, nor words of a past event.
    expect(await meant("rttoe")).toBeUndefined();
    await make.event({ title: "Quail walk", eventDate: new Date(Date.now() - 9 * 86_400_000) });
    expect(await meant("quial")).toBeUndefined();
  });

  it("knows no numbers, and no words of a description", async () => {
    await make.event({ title: "Hall 4711 opens", description: "Bring a xylophone." });
    expect(await known("4711")).toBe(false);
    expect(await known("xylophone")).toBe(false);
    expect(await known("hall")).toBe(true);
  });
});

describe("suggestTown", () => {
  it("knows a town with upcoming events by any of its names with swapped neighboring letters", async () => {
    await makeTowns(make.db, [
      { id: 1, name: "Porto" },
      { id: 2, name: "Lisbon", otherNames: ["Lisboa"] },
      { id: 3, name: "Potroda", population: 900_000 },
      { id: 4, name: "Tarp" },
      { id: 5, name: "Atrp", population: 900_000 },
      { id: 6, name: "Évora" },
      ...["Silves", "Tavira", "Loures"].map((name, index) => ({ id: 7 + index, name })),
    ]);
    for (const town of [1, 2, 3, 4, 5]) {
      const event = await make.event({ title: `Event ${town}` });
      const place = columnsAt({ lat: 41, lon: -8 }, town, true);
      await make.db.updateTable("events").set(place).where("id", "=", event).execute();
    }
    const past = await make.event({ eventDate: new Date(Date.now() - 9 * 86_400_000) });
    const [canceled, draft] = [await make.event({ cancelReason: "Storm" }), await make.event()];
    for (const [index, id] of [past, canceled, draft].entries())
      await make.db
        .updateTable("events")
        .set({ ...columnsAt({ lat: 41, lon: -8 }, 7 + index, true), is_draft: id === draft })
        .where("id", "=", id)
        .execute();
    for (const near of ["Silevs", "Tavria", "Louers"]) expect([near, await meantTown(near)]).toEqual([near, undefined]);
    for (const near of ["Prtoo", "Oprto", "Porot", "pRTOO"])
      expect([near, await meantTown(near)]).toEqual([near, "Porto"]);
    // Other towns have more groups of three letters in common with it, and more people.
    expect(await meantTown("Potro")).toBe("Porto");
    expect([await meantTown("Lisbno"), await meantTown("Libsoa")]).toEqual(["Lisbon", "Lisbon"]);
    expect([await meantTown("Lisbonn"), await meantTown("Potrod")]).toEqual(["Lisbon", "Potroda"]);
    // A town one swap away comes before a larger one two swaps away.
    expect(await meantTown("Tapr")).toBe("Tarp");
    // It suggests nothing for swapped letters that are far apart, nor a town without upcoming events.
    expect([await meantTown("Oortp"), await meantTown("Éovra")]).toEqual([undefined, undefined]);
  });
});
