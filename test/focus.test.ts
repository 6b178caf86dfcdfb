import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// The focus ring is the same on every screen, and visible on every background.

describe("the focus ring", () => {
  it("has the one color of its token", () => {
    const others = globSync("src/{app,gate}/**/*.css").flatMap((file) =>
      Array.from(readFileSync(file, "utf8").matchAll(/outline(?:-color)?:\s*([^;]+);/g), ([, value = ""]) => value)
        .filter((value) => !/^(0|none|\d+px solid var\(--color-focus\)|.*transparent.*)$/.test(value))
        .map((value) => `${file}: ${value}`),
    );
    expect(others).toEqual([]);
    const inClasses = globSync("src/{app,gate}/**/*.tsx").flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\boutline-(?:primary|secondary|accent|base-\w+|neutral|\[)/g)].map(
        ([found]) => `${file}: ${found}`,
      ),
    );
    expect(inClasses).toEqual([]);
  });

  it.each(["light", "dark"])("has a contrast of three to one on every background: %s", (theme) => {
    const css = readFileSync("src/app/app.css", "utf8");
    expect(css).toMatch(/--color-focus: var\(--color-primary\);/);
    const [, tokens = ""] = new RegExp(`name: "${theme}";([^}]+)}`).exec(css) ?? [];
    const brightness = (token: string) => {
      const [, L = "", C = "", h = ""] =
        new RegExp(`--color-${token}: oklch\\((\\S+) (\\S+) (\\S+)\\)`).exec(tokens) ?? [];
      return brightnessOf(Number(L), Number(C), Number(h));
    };
    for (const ground of ["base-100", "base-200", "base-300", "secondary"]) {
      const [low = 0, high = 0] = [brightness("primary"), brightness(ground)].toSorted((one, other) => one - other);
      expect((high + 0.05) / (low + 0.05), ground).toBeGreaterThanOrEqual(3);
    }
  });
});

/** The relative luminance (WCAG 2) of a color in OKLCH, by the matrices of CSS Color 4. */
function brightnessOf(lightness: number, chroma: number, hue: number): number {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((value) => Math.min(1, Math.max(0, value)));
  const [red = 0, green = 0, blue = 0] = linear;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
