import { expect, it } from "vitest";
import { spotsInWords } from "./spots-in-words.ts";

it("spotsInWords has the taken spots, and offered ones and people on the waitlist if there are any", () => {
  const spots = { capacity: 20, taken: 19, waitlisted: 0, held: 0, passed: 0 };
  expect(spotsInWords(spots)).toEqual(["19 of 20 spots taken"]);
  expect(spotsInWords({ ...spots, capacity: null })).toEqual(["19 spots taken"]);
  expect(spotsInWords({ ...spots, waitlisted: 3, held: 1 })).toEqual([
    "19 of 20 spots taken",
    "1 spot offered",
    "3 people on the waitlist",
  ]);
});
