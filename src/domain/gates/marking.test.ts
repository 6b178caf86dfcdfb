import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#db/schema.server.ts";
import { testDatabase } from "#test/database.ts";
import { begin, deviceAt, during, gateIn, later, minute, newMark } from "#test/gate.ts";
import { makeIn, type Make } from "#test/make.ts";

let make: Make;
let gate: Awaited<ReturnType<typeof gateIn>>;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  gate = await gateIn(make);
});

describe("devices at once", () => {
  it("lose no mark and duplicate none, and all see the same", async () => {
    const { opened, sync, join } = gate;
    await join("Amara Okafor", { name: "Chidi", under18: true });
    const devices = await Promise.all([opened(), opened(), opened()]);
    const batches = devices.map((device) => ({
      device,
      marks: Array.from({ length: 40 }, (_, at) => newMark("walk_in", newId(), later(during, at))),
    }));
    // Each batch twice, as from a phone that received no answer.
    const asked = [...batches, ...batches].map(({ device, marks }) => sync(device, later(during, minute), { marks }));
    for (const { accepted, refused } of await Promise.all(asked)) expect([accepted.length, refused]).toEqual([40, []]);
    const seen = await Promise.all(devices.map((device) => sync(device, later(during, minute))));
    expect(seen[0]?.marks.map(({ seq }) => seq)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
    for (const { marks, roster } of seen)
      expect({ marks, roster }).toEqual({ marks: seen[0]?.marks, roster: seen[0]?.roster });
    expect(new Set(devices.map(({ device }) => device))).toEqual(new Set([1, 2, 3]));
  });

  it("store a mark's id only once, at the first of two gates, and lose no other mark", async () => {
    const { opened, sync } = gate;
    const other = await make.event({ eventDate: begin });
    const devices = [await opened(), await deviceAt(make, other, begin)];
    const same = newMark("walk_in", newId(), during, { phone: "+4930123456" });
    const asked = devices.map(async (device) => {
      const own = newMark("closed", null, during);
      const { accepted, refused } = await sync(device, during, { marks: [same, own] });
      return { hasOwn: accepted.includes(own.id), hasSame: accepted.includes(same.id), refused };
    });
    const answers = await Promise.all(asked);
    expect(answers.map(({ hasOwn }) => hasOwn)).toEqual([true, true]);
    expect(answers.filter(({ hasSame }) => hasSame)).toMatchObject([{ refused: [] }]);
    expect(answers.filter(({ hasSame }) => !hasSame)).toMatchObject([{ refused: [{ id: same.id, code: "invalid" }] }]);
  });

  it("may write a mark's id in any letter case", async () => {
    const { opened, sync } = gate;
    const mark = newMark("closed", null, during);
    const loud = { ...mark, id: mark.id.toUpperCase() };
    expect(await sync(await opened(), during, { marks: [mark, loud] })).toMatchObject({
      accepted: [mark.id],
      refused: [],
      marks: [{ id: mark.id }],
    });
  });
});
