import { rmSync } from "node:fs";
import { glob } from "node:fs/promises";
import { run } from "./programs.ts";

// `npm run pictures`: takes the pictures in `docs/screens` again, with which the tests compare the screens. Look at
// each one in `git diff` before you commit it: every change must be intended.

for await (const file of glob("docs/screens/*.png")) rmSync(file);
const words = ["test", "--config", "test/pictures/playwright.config.ts"];
process.exitCode = await run("playwright", words, { MAKE_PICTURES: "yes" });
