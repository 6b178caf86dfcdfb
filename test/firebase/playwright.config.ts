import { defineConfig } from "@playwright/test";
import journeys from "../../playwright.config.ts";

// The journeys on a site with Firebase Authentication, on its emulator. `test/setup/firebase.ts` starts both.
export default defineConfig({
  ...journeys,
  testDir: ".",
  globalSetup: "../setup/firebase.ts",
  // Only two workers, because other tests run beside these.
  workers: 2,
  outputDir: "../../test-results/firebase",
  projects: [{ name: "desktop", use: { viewport: { width: 1280, height: 800 } } }],
});
