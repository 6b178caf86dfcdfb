import { expect, it } from "vitest";
import { taskName } from "./task-name.ts";

it("calls a task by what it does, and one that only a later version knows by its kind", () => {
  expect(["settle_outcome", "thanks", "of_later"].map(taskName)).toEqual([
    "Thank whoever was checked in",
    "Mail: thank you for coming",
    "of_later",
  ]);
});
