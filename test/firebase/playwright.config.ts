import { defineConfig } from "@playwright/test";
import journeys from "../../playwright.config.ts";

// The journeys on a site that signs in through Firebase Authentication, on its emulator. `test/setup/firebase.ts` starts both.
export default defineConfig({
  ...journeys,
  testDir: ".",
  globalSetup: "../setup/firebase.ts",
  outputDir: "../../test-results/firebase",
  projects: [{ name: "desktop", use: { viewport: { width: 1280, height: 800 } } }],
});
