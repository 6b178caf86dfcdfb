import { defineConfig, devices } from "@playwright/test";
import { origin } from "./test/setup/address.ts";
import { journeysBrowser, journeysFlags } from "./test/setup/browser.ts";

/** Journeys that people make mostly on phones. */
const onPhones = /(community|import|join|organize|public-pages)\.spec\.ts$/;
/** Journeys that depend on the size of the screen. */
const onBoth = /access\.spec\.ts$/;

// Journeys: people's actions in a real browser, on the finished build. `test/setup/journeys.ts` starts the server.
export default defineConfig({
  testDir: "test/journeys",
  testMatch: "*.spec.ts",
  globalSetup: "./test/setup/journeys.ts",
  outputDir: "test-results",
  // One more than there are cores: a further parallel journey would slow down all others, and finish none sooner.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Far beyond the time of any journey, so that a slow machine does not cause a failure.
  timeout: 240_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  use: {
    baseURL: origin,
    browserName: "chromium",
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    trace: "off",
    launchOptions: {
      executablePath: journeysBrowser,
      args: journeysFlags,
    },
  },
  projects: [
    { name: "desktop", testIgnore: onPhones, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: "phone",
      testMatch: [onPhones, onBoth],
      use: {
        userAgent: devices["Pixel 7"].userAgent,
        viewport: { width: 375, height: 740 },
        isMobile: true,
        hasTouch: true,
      },
    },
  ],
});
