import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make, tomorrow } from "#test/make.ts";
import { updateEvent } from "./commands.ts";
import { getEvent } from "../events/queries.ts";

const hour = 3_600_000;

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

describe("updateEvent", () => {
  it("keeps an event as long as it was when it is moved, and refuses an end that is none", async () => {
    const organizer = await make.member();
    const begins = tomorrow().getTime();
    const id = await make.event({ organizer, eventDate: new Date(begins) });
    const at = (hours: number) => new Date(begins + hours * hour);
    const change = (changes: object) => updateEvent(make.context(organizer), id, changes);
    const times = async () => {
      const { eventDate, eventEnd } = await getEvent(make.context(), id);
      return [eventDate, eventEnd];
    };

    await change({ eventEnd: at(5) });
    await change({ eventDate: at(3) });
    expect(await times()).toEqual([at(3).toISOString(), at(8).toISOString()]);
    await change({ eventDate: at(4), eventEnd: at(4.5) });
    expect(await times()).toEqual([at(4).toISOString(), at(4.5).toISOString()]);
    for (const eventEnd of [at(4), at(2), at(4 + 14 * 24 + 1)]) {
      await expect(change({ eventEnd })).rejects.toMatchObject({ code: "invalid", fields: [{ path: "eventEnd" }] });
    }
  });
});
