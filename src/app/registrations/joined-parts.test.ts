import { expect, it } from "vitest";
import type { Registration } from "#domain/registrations/shapes.ts";
import { joinedParts } from "./joined-parts.ts";

const at = (hour: number) => new Date(Date.UTC(2030, 4, 4, hour)).toISOString();
const join = (_id: string, from: number, until: number, more: Partial<Registration> = {}) =>
  ({
    _id,
    eventDate: at(from),
    eventEnd: at(until),
    state: "joined",
    status: "active",
    offeredUntil: null,
    hours: null,
    ...more,
  }) as Registration;
const ids = (rows: Registration[]) => rows.map(({ _id }) => _id).join(" ");
const read = (joins: Registration[], hour: number) => {
  const { next, isUnderWay, beside, later, past } = joinedParts(joins, new Date(at(hour)));
  return [next?._id, isUnderWay, ids(beside), ids(later), ids(past)];
};

it("puts events under way at the same time beside each other, and later ones below", () => {
  const joins = [join("a", 9, 12), join("b", 10, 13), join("c", 20, 21), join("d", 5, 6)];
  expect(read(joins, 11)).toEqual(["a", true, "b", "c", "d"]);
  expect(read(joins, 8)).toEqual(["a", false, "", "b c", "d"]);
  // Neither a place on the waitlist nor a canceled event is the next event.
  const waits = [join("w", 9, 12, { state: "waiting" }), join("x", 10, 12, { status: "cancelled" }), join("n", 20, 21)];
  expect(read(waits, 11)).toEqual(["n", false, "", "w x", ""]);
});

it("has an offer first, and nowhere else", () => {
  const joins = [join("o", 9, 12, { state: "waiting", offeredUntil: at(8) }), join("n", 20, 21), join("l", 22, 23)];
  expect(ids(joinedParts(joins, new Date(at(7))).offered)).toBe("o");
  expect(read(joins, 7)).toEqual(["n", false, "", "l", ""]);
  expect(
    read(
      joins.map((one) => ({ ...one, offeredUntil: null })),
      7,
    ),
  ).toEqual(["n", false, "", "o l", ""]);
});
