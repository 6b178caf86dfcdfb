import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { cutShort } from "#domain/events/rules.ts";
import { CutText } from "./cut-text.tsx";

/** The text of a description, as markup and as seen, without what takes no space. */
function shown(description: string) {
  const markup = renderToStaticMarkup(createElement(CutText, { text: cutShort(description) }));
  return {
    whole: markup.replace(/<[^>]+>/g, ""),
    seen: markup.replace(/<span[^>]*>[^<]*<\/span>/, ""),
  };
}

describe("a cut description", () => {
  const start = "Forty oaks for one hill and every age has a task here";

  it("ends at a word in three dots, whatever punctuation stands before the cut", () => {
    for (const mark of [".", "!", "?", ";", ",", ":", "…", " –", " —", "..."]) {
      const { whole, seen } = shown(`${start}${mark} Spades and gloves wait at the gate.`);
      expect(seen).toBe(`${start}...`);
      expect(whole).toBe(cutShort(`${start}${mark} Spades and gloves wait at the gate.`));
    }
    // The cut may leave the whole text, with its full stop.
    expect(shown(`${start} and.`).seen).toBe(`${start}...`);
  });

  it("keeps the punctuation inside it, and a short text as it is", () => {
    expect(shown("Two streets, one table. Bring a spoon and a neighbor; breadsticks too.").seen).toBe(
      "Two streets, one table. Bring a spoon and a neighbor...",
    );
    expect(shown("Bring gloves. See you!").seen).toBe("Bring gloves. See you!");
  });
});
