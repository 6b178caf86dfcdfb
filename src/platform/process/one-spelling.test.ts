import { describe, expect, it } from "vitest";
import { isElsewhere, oneSpelling } from "./one-spelling.ts";

const of = (method: string, url: string) => isElsewhere(method, url, oneSpelling(url));

describe("oneSpelling", () => {
  it.each([
    ["/%75pcoming-events", "/upcoming-events"],
    ["/view%2Devent/1%2d2", "/view-event/1-2"],
    ["/a%7Eb%2E%5F?near=%4Cyon%20x", "/a~b._?near=Lyon%20x"],
    ["/caf%c3%a9%2fx", "/caf%C3%A9%2Fx"],
    ["/%61pi/events", "/api/events"],
  ])("rewrites %s to %s", (url, spelled) => {
    expect(oneSpelling(url)).toBe(spelled);
    expect(oneSpelling(spelled)).toBe(spelled);
  });

  it.each([
    "/",
    "/upcoming-events?near=Lyon",
    "/%",
    "/%zz",
    "/%2575",
    "//example.org/%75",
    "/\\example.org/%75",
    "*",
    "",
  ])("keeps %j", (url) => {
    expect(oneSpelling(url)).toBe(url);
  });
});

describe("isElsewhere", () => {
  it("is true only for pages requested by a different path", () => {
    expect([of("GET", "/%75pcoming-events"), of("HEAD", "/view%2Devent/1")]).toEqual([true, true]);
    expect([of("GET", "/upcoming-events"), of("GET", "/events?near=%4Cyon")]).toEqual([false, false]);
    expect([of("POST", "/%6Eewsletter"), of("GET", "/api/%65vents"), of("GET", "/%61pi/events")]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
