import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Answered } from "./answered.tsx";
import type { Asked } from "./use-answer.ts";

type There = Extract<Asked<string>, { status: "there" }>;
type Place = Omit<Parameters<typeof Answered<There>>[0], "again" | "asked">;

/** The markup of a request in some state, with what its place says of itself. */
const drawn = (asked: Asked<string>, place: Place = {}) =>
  renderToStaticMarkup(createElement(Answered<There>, { asked, again, ...place }));
const again = () => {};
const children = ({ answer }: { answer: string }) => createElement("h2", null, answer);
const outlinesIn = (html: string) => html.match(/<span aria-hidden="true"><\/span>/g)?.length ?? 0;
const textsIn = (html: string) => html.split(/<[^>]*>/).filter(Boolean);
const there: There = { status: "there", answer: "Tree day" };

describe("a request that loads", () => {
  it("is announced, with a spinner on a screen and in a dialog, and in words in a part of a page", () => {
    for (const on of ["screen", "dialog"] as const) {
      const html = drawn({ status: "loading" }, { on, children });
      expect(html).toMatch(/^<div role="status".*loading-spinner/);
      expect(textsIn(html)).toEqual(["Loading…"]);
    }
    expect(drawn({ status: "loading" }, { on: "part", children })).toBe('<p role="status">Loading…</p>');
    expect(drawn({ status: "loading" }, { on: "part", loading: "Checking…" })).toBe('<p role="status">Checking…</p>');
  });

  it("has the outlines of as many rows as are likely, and none where no list comes", () => {
    expect(outlinesIn(drawn({ status: "loading" }, { cards: 3 }))).toBe(3);
    expect(outlinesIn(drawn({ status: "loading" }))).toBe(0);
  });
});

describe("a request that failed", () => {
  it("is an alert with one sentence and one button, and without an answer or a spinner", () => {
    for (const on of ["screen", "dialog", "part"] as const) {
      const html = drawn({ status: "failed" }, { on, children, failed: "We could not load your code." });
      expect(html).toMatch(/^<div role="alert"/);
      expect(html.match(/<button type="button"/g)).toHaveLength(1);
      expect(textsIn(html)).toEqual(["We could not load your code.", "Try again"]);
    }
  });

  it("has a sentence even if its place has none, and a card only on a screen", () => {
    expect(textsIn(drawn({ status: "failed" }))).toEqual(["We could not load this.", "Try again"]);
    expect(drawn({ status: "failed" })).toContain("sheet");
    expect(drawn({ status: "failed" }, { on: "dialog" })).not.toContain("sheet");
    expect(drawn({ status: "failed" }, { on: "part" })).not.toContain("sheet");
  });
});

describe("an answered request", () => {
  it("shows its answer and nothing else", () => {
    expect(drawn(there, { children, cards: 3, failed: "We could not load your code." })).toBe("<h2>Tree day</h2>");
  });

  it("shows nothing if its place draws the answer itself", () => {
    expect(drawn(there)).toBe("");
  });
});
