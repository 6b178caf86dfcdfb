import { expect, it } from "vitest";
import type { Event } from "#domain/events/shapes.ts";
import { isGateDay } from "./gate-day.ts";

it("starts a day before an event and lasts to its end, except for a canceled event", () => {
  const event = {
    status: "active",
    eventDate: "2030-05-04T09:00:00.000Z",
    eventEnd: "2030-05-04T11:00:00.000Z",
  } as Event;
  const at = (moment: string, status: Event["status"] = "active") => isGateDay({ ...event, status }, new Date(moment));
  expect(at("2030-05-03T08:59:59Z")).toBe(false);
  expect(at("2030-05-03T09:00:00Z")).toBe(true);
  expect(at("2030-05-04T11:00:00Z")).toBe(true);
  expect(at("2030-05-04T11:00:01Z")).toBe(false);
  expect(at("2030-05-04T09:30:00Z", "cancelled")).toBe(false);
});
