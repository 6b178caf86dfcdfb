import { rmSync } from "node:fs";
import { glob } from "node:fs/promises";
import { run } from "./programs.ts";

// `npm run pictures`: takes the pictures of `docs/screens` again, with which the tests compare the screens. Look at each that
// `git diff` shows before you commit it: a change has to be meant.

for await (const file of glob("docs/screens/*.png")) rmSync(file);
const words = ["test", "--config", "test/pictures/playwright.config.ts"];
process.exitCode = await run("playwright", words, { MAKE_PICTURES: "yes" });
