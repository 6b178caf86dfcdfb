import { expect, it } from "vitest";
import { taskName } from "./task-name.ts";

it("names a task by what it does, and one of a later version by its kind", () => {
  expect(["settle_outcome", "thanks", "of_later"].map(taskName)).toEqual([
    "Thank everybody who was checked in",
    "Mail: thank you for coming",
    "of_later",
  ]);
});
