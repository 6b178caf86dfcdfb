import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { guestsMax, holdHoursMax, holdHoursMin } from "./rules.ts";

// Each limit is in rules.ts, and again in a table's check, which only a migration changes. Both must be the same.

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const takenOrWhy = (write: Promise<unknown>): Promise<string | undefined> =>
  write.then(
    () => "taken",
    ({ constraint }: { constraint?: string }) => constraint,
  );

describe("the table checks", () => {
  it("accept the shortest and longest hold time of the rules, but not an hour less or more", async () => {
    const id = await make.event();
    const hold = (hold_hours: number) =>
      takenOrWhy(make.db.updateTable("events").set({ hold_hours }).where("id", "=", id).execute());
    expect(await hold(holdHoursMin)).toBe("taken");
    expect(await hold(holdHoursMax)).toBe("taken");
    expect(await hold(holdHoursMin - 1)).toBe("events_hold_hours_check");
    expect(await hold(holdHoursMax + 1)).toBe("events_hold_hours_check");
  });

  it("accept as many guests as the rules, but not one more", async () => {
    const id = await make.join();
    const party = (party_size: number) =>
      takenOrWhy(make.db.updateTable("registrations").set({ party_size }).where("id", "=", id).execute());
    expect(await party(1)).toBe("taken");
    expect(await party(1 + guestsMax)).toBe("taken");
    expect(await party(0)).toBe("registrations_party_size_check");
    expect(await party(1 + guestsMax + 1)).toBe("registrations_party_size_check");
  });
});
