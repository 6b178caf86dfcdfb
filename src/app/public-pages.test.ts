import { describe, expect, it } from "vitest";
import { isForEverybody } from "./public-pages.ts";

describe("isForEverybody", () => {
  it.each([
    "/",
    "/upcoming-events",
    "/view-event/0190b0f2-5f5e-7c11-8000-000000000000",
    "/view-event/0190b0f2-5f5e-7c11-8000-000000000000/dates",
    "/login",
    "/community",
    "/embed",
    "/embed/make",
  ])("is true for %s, and for its data alone", (path) => {
    expect(isForEverybody(path)).toBe(true);
    expect(isForEverybody(path === "/" ? "/_.data" : `${path}.data`)).toBe(true);
  });

  it.each([
    "/enter",
    "/place",
    "/told",
    "/added",
    "/regular",
    "/reset-password",
    "/account",
    "/view-event/a/add-to/google",
    "/view-event/a/dates/b",
    "/upcoming-events/x",
    "/.data.data",
  ])("is false for %s", (path) => {
    expect(isForEverybody(path)).toBe(false);
    expect(isForEverybody(`${path}.data`)).toBe(false);
  });
});
