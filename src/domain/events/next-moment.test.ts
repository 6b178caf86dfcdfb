import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { nextMoment } from "./next-moment.ts";
import { durationDefault } from "./rules.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const hour = 3_600_000;
const at = (now: Date) => nextMoment({ db: make.db, now });

describe("nextMoment", () => {
  it("returns the next beginning or end of any event", async () => {
    const begin = new Date(Date.now() + 10 * hour);
    const end = new Date(begin.getTime() + durationDefault);
    const later = new Date(begin.getTime() + hour);
    await make.event({ eventDate: later });
    await make.event({ eventDate: begin });
    expect(await at(new Date())).toEqual(begin);
    expect(await at(begin)).toEqual(begin);
    expect(await at(new Date(begin.getTime() + 1))).toEqual(later);
    expect(await at(new Date(later.getTime() + 1))).toEqual(end);
    expect(await at(end)).toEqual(end);
    expect(await at(new Date(end.getTime() + 1))).toEqual(new Date(later.getTime() + durationDefault));
    expect(await at(new Date(later.getTime() + durationDefault + 1))).toBeNull();
  });

  it("ignores drafts, canceled events and the like, which readers do not see", async () => {
    const eventDate = new Date(Date.now() + hour);
    const [draft, canceled] = [await make.event({ eventDate }), await make.event({ eventDate })];
    expect(await at(new Date())).toEqual(eventDate);
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
    await make.db.updateTable("events").set({ cancelled_at: new Date() }).where("id", "=", canceled).execute();
    expect(await at(new Date())).toBeNull();
  });
});
