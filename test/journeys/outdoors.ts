import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** The minimum size of a target for a finger in a glove, in CSS pixels. */
const targetMin = 56;
/** The contrast of text with its background: AAA of WCAG 2.2, for a screen in the sun. */
const contrastMin = 7;

/**
 * Expects that the screen is usable outdoors, in both themes and with both hands. Each target is large enough for a
 * glove, and all text has contrast for the sun. On a phone, targets lie in the lower two thirds, except 'More' and the
 * filter.
 */
export async function expectForOutdoors(page: Page) {
  const found = await page.evaluate(lookOutdoors, { targetMin, contrastMin });
  expect(found, "too small, too pale or out of reach").toEqual([]);
}

/** Runs in the browser. Disabled controls may be pale. */
function lookOutdoors(limits: { targetMin: number; contrastMin: number }): string[] {
  const { dataset } = document.documentElement;
  const hand = document.querySelector<HTMLElement>("[data-hand]")?.dataset ?? {};
  const before = { theme: dataset["theme"] ?? "", hand: hand["hand"] ?? "" };
  const root = document.querySelector("dialog[open]") ?? document.body;
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
  const found = new Set<string>();
  let words = 0;

  /** The element's place on the screen; null if it is not visible. */
  function placeOf(element: Element): DOMRect | null {
    const place = element.getBoundingClientRect();
    const { width, height, top, bottom } = place;
    const isThere = root.contains(element) && element.checkVisibility() && width > 1 && height > 1;
    return isThere && bottom > 0 && top < innerHeight ? place : null;
  }

  function lookAtTargets(look: string) {
    for (const element of root.querySelectorAll("button, a[href], summary, input, select, textarea")) {
      // A checkbox or radio button is pressed with its whole label.
      const label = element.matches("[type=checkbox], [type=radio]") ? element.closest("label") : null;
      const place = placeOf(label ?? element);
      if (!place) continue;
      const { width, height, top } = place;
      const name = element.getAttribute("aria-label") ?? (label ?? element).textContent;
      const size = `${look}: '${name}' ${Math.round(width)} × ${Math.round(height)} at ${Math.round(top)}`;
      if (Math.min(width, height) < limits.targetMin - 0.01) found.add(size);
      // A focused text field needs no press, and scrolling content can be moved to the thumb.
      const isTyped = element === document.activeElement && element.matches("[type=text]");
      const isFixed = !isTyped && !element.closest(".g-top, .g-tabs, .g-list, .found, .in:not(.low)");
      if (innerWidth < 640 && isFixed && top + height / 2 < innerHeight / 3) found.add(`${size}, out of reach`);
    }
  }

  const lights = new Map<string, number>();
  /** The lightness of a color, as the browser paints it. */
  function lightOf(color: string): number {
    const known = lights.get(color);
    if (known !== undefined) return known;
    const [red = 0, green = 0, blue = 0] = pixelOf(color).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    lights.set(color, light);
    return light;
  }
  function pixelOf(color: string): number[] {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  }
  /** The nearest opaque background behind an element. */
  function groundOf(element: Element): string {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (pixelOf(backgroundColor)[3] === 255) return backgroundColor;
    }
    return "white";
  }

  function lookAtText(theme: string) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      const text = texts.currentNode.textContent?.trim();
      if (!text || !element || !placeOf(element) || element.closest(":disabled, script, style, title")) continue;
      words++;
      const style = getComputedStyle(element);
      const [dark = 0, light = 0] = [lightOf(style.color), lightOf(groundOf(element))].toSorted(
        (one, other) => one - other,
      );
      const contrast = (light + 0.05) / (dark + 0.05);
      if (contrast < limits.contrastMin) found.add(`${theme}: '${text}' ${contrast.toFixed(1)} to 1`);
      if (parseFloat(style.fontSize) < 16) found.add(`${theme}: '${text}' of ${style.fontSize}`);
    }
  }

  for (const theme of ["light", "dark"]) {
    dataset["theme"] = theme;
    lookAtText(theme);
  }
  for (const side of ["left", "right"]) {
    hand["hand"] = side;
    lookAtTargets(side);
  }
  dataset["theme"] = before.theme;
  hand["hand"] = before.hand;
  // A check that has seen no text counts as failed.
  return words > 0 ? [...found] : ["nothing was looked at"];
}
