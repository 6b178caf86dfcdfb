import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

import { expect, it } from "vitest";

// A part that is loaded on demand brings no style of its own: the page that it appears on must load it.

const screens = resolve("src/app/screens");

/** The style sheets, the files and the files on demand that a file of the application imports. */
function importsOf(file: string) {
  const text = readFileSync(file, "utf8");
  const at = (name = "") => resolve(dirname(file), name);
  const named = [...text.matchAll(/^(?:import|export)\s(?!type)(?:[^;"]*?from\s)?"(\.[^"]+)"/gm)].map(([, name]) =>
    at(name),
  );
  return {
    styles: named.filter((path) => path.endsWith(".css")),
    files: named.filter((path) => /\.tsx?$/.test(path) && existsSync(path)),
    onDemand: [...text.matchAll(/import\("(\.[^"]+\.tsx?)"\)/g)].map(([, name]) => at(name)),
  };
}

/** All style sheets that files load at once, and all parts that they load on demand. */
function loadedBy(...files: string[]) {
  const found = { styles: new Set<string>(), onDemand: new Set<string>() };
  const seen = new Set<string>();
  for (let file = files.pop(); file; file = files.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const { styles, files: more, onDemand } = importsOf(file);
    for (const style of styles) found.styles.add(style);
    for (const part of onDemand) found.onDemand.add(part);
    files.push(...more);
  }
  return found;
}

it("loads the styles of every part on demand with the screen that it appears on", () => {
  const names = readdirSync(screens).filter((name) => name.endsWith(".tsx"));
  let parts = 0;
  const missing = names.flatMap((name) => {
    const { styles, onDemand } = loadedBy(resolve("src/app/root.tsx"), resolve(screens, name));
    return [...onDemand].flatMap(function within(part: string): string[] {
      parts += 1;
      const own = loadedBy(part);
      const further = [...own.onDemand].filter((each) => !onDemand.has(each));
      for (const each of further) onDemand.add(each);
      const lacking = [...own.styles].filter((style) => !styles.has(style));
      return [
        ...lacking.map((style) => `${name}: ${style.split("/app/")[1]} of ${part.split("/app/")[1]}`),
        ...further.flatMap(within),
      ];
    });
  });
  expect(parts).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});
