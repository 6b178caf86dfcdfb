import { expect, it } from "vitest";
import { taskName } from "./task-name.ts";

it("calls a task by what it does, and one that only a later version knows by its kind", () => {
  expect(["thank", "thanks", "of_later"].map(taskName)).toEqual([
    "Thank people after an event",
    "Mail: an event is over",
    "of_later",
  ]);
});
