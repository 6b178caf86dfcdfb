import { defineConfig } from "@playwright/test";
import journeys from "../../playwright.config.ts";

// The main screens, compared with their pictures in `docs/screens`; `npm run pictures` makes these. `site.ts` starts
// the site.
export default defineConfig({
  ...journeys,
  testDir: ".",
  globalSetup: "./site.ts",
  workers: 2,
  outputDir: "../../test-results/pictures",
  updateSnapshots: process.env["MAKE_PICTURES"] ? "all" : "none",
  snapshotPathTemplate: "../../docs/screens/{arg}{ext}",
  // A line that wraps changes thousands of pixels; a letter that is drawn differently changes only a few.
  expect: { timeout: 15_000, toHaveScreenshot: { maxDiffPixels: 60 } },
  projects: [{ name: "pictures", use: {} }],
});
