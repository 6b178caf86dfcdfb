import { createElement, lazy, type ReactNode, Suspense } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";

import { createSeams, createStillTexts } from "./still-texts.ts";
import { type Part, StillTextContext, useStill } from "./ui/still.tsx";

type Shown = { name: string };
const Greeting = ({ name }: Shown) => ["Olá, ", createElement("b", { key: "b" }, name), " – welcome"];
const Portrait = ({ name }: Shown) => createElement("img", { src: `/${name}.svg`, alt: name });

const twice = (textOf: ReturnType<typeof createStillTexts>, part: Part<Shown>, name: string) => {
  textOf(part, { name });
  return textOf(part, { name })?.toString();
};

describe("createStillTexts", () => {
  it("stores a part's text when it shows the same data a second time", () => {
    const textOf = createStillTexts(10_000);
    expect(textOf(Greeting, { name: "Łódź" })).toBeNull();
    const text = textOf(Greeting, { name: "Łódź" });
    expect(text?.toString()).toBe("Olá, <b>Łódź</b> – welcome");
    expect(textOf(Greeting, { name: "Łódź" })).toBe(text);
  });

  it("does not confuse parts, or different data of one part", () => {
    const textOf = createStillTexts(10_000);
    expect(twice(textOf, Greeting, "a")).toContain("a");
    expect(textOf(Greeting, { name: "b" })).toBeNull();
    expect(textOf(Portrait, { name: "a" })).toBeNull();
  });

  it("leaves out preloads of pictures, which belong at the beginning of a page", () => {
    expect(renderToString(createElement(Portrait, { name: "a" }))).toMatch(/^<link rel="preload"/);
    expect(twice(createStillTexts(10_000), Portrait, "a")).toBe('<img src="/a.svg" alt="a"/>');
  });

  it("drops only texts that were not used recently", () => {
    const textOf = createStillTexts(2000);
    twice(textOf, Greeting, "often");
    const often = textOf(Greeting, { name: "often" });
    expect(often).not.toBeNull();
    twice(textOf, Greeting, "seldom");
    for (let other = 0; other < 100; other++) {
      twice(textOf, Greeting, String(other));
      expect(textOf(Greeting, { name: "often" })).toBe(often);
    }
    expect(textOf(Greeting, { name: "seldom" })).toBeNull();
  });

  it("has no text of a part that waits for something", () => {
    const Late = lazy(() => new Promise<{ default: () => ReactNode }>(() => {}));
    const waiting = () => createElement(Suspense, null, createElement(Late));
    const textOf = createStillTexts(10_000);
    expect(twice(textOf, waiting, "a")).toBeUndefined();
    expect(textOf(waiting, { name: "a" })).toBeNull();
  });
});

const paragraph = (filling: object) => createElement("p", filling);

function Page({ name }: Shown) {
  const still = useStill();
  return createElement(
    "main",
    { title: "<!--seam 0-->" },
    paragraph(still(Greeting, { name })),
    `– ${name} <!--seam 0--> `,
    "–",
    paragraph(still(Greeting, { name: `${name}!` })),
    paragraph(still(Greeting, { name })),
  );
}

describe("createSeams", () => {
  it("assembles a page that is byte for byte the same as without stored texts", () => {
    const textOf = createStillTexts(10_000);
    const page = (name: string) => {
      const { place, sewn } = createSeams(textOf, "seam");
      const text = renderToString(createElement(StillTextContext, { value: place }, createElement(Page, { name })));
      return sewn(Buffer.from(text));
    };
    for (const name of ["plain", "Łódź", "Αθήνα 🌱", "<!--seam 1-->"]) {
      const whole = Buffer.from(renderToString(createElement(Page, { name })));
      // Renders with none, some and all of the texts stored.
      for (let time = 0; time < 3; time++) expect(page(name)).toEqual(whole);
    }
  });
});
