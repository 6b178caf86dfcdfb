import { type ComponentType, createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { Still, StillTextContext } from "./still.tsx";

const Part = () => ["Neighbors & friends", " ", createElement("b", { key: "b" }, "here")];

it("is on the server what the browser makes of it, out of a text that was made before", () => {
  const still = createElement(Still, { className: "wide", part: Part });
  const asked: ComponentType[] = [];
  const textOf = (part: ComponentType) => {
    asked.push(part);
    return renderToString(createElement(part));
  };
  const known = renderToString(createElement(StillTextContext, { value: textOf }, still));
  expect(known).toBe(renderToString(still));
  expect(known).toContain('<div class="wide">Neighbors &amp; friends');
  expect(asked).toEqual([Part]);
});
