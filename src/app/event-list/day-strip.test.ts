import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";

import { listFilter } from "#domain/events/shapes.ts";

import { DayStrip } from "./day-strip.tsx";

/** The names of the links marked as chosen, on a Sunday; that day and the next have an event each. */
function marked(from: string, to: string) {
  const days = ["2026-11-22", "2026-11-23"].map((day) => ({ day, count: 1, types: ["food" as const] }));
  const strip = createElement(DayStrip, {
    days,
    today: "2026-11-22",
    filter: { ...listFilter(new URLSearchParams()), from, to },
  });
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, strip));
  return [...html.matchAll(/<li class="([^"]*)"><a [^>]*?(aria-current[^>]*)?>([^<]*)/g)]
    .filter(([, place = "", current]) => current !== undefined || place.endsWith(" in"))
    .map(([link]) => /aria-label="([^"]*)"/.exec(link)?.[1] ?? />([^<>]*)$/.exec(link)?.[1]);
}

describe("DayStrip", () => {
  it("leaves the weekend to its own link, on a Sunday too, although Sunday is today", () => {
    expect(marked("2026-11-22", "2026-11-22")).toEqual([]);
  });

  it("marks the chosen days", () => {
    expect(marked("2026-11-23", "2026-11-23")).toEqual(["Mon 23, Nov: 1 event"]);
  });
});
