import { defineConfig, devices } from "@playwright/test";
import { origin } from "./test/setup/address.ts";
import { journeysBrowser, journeysFlags } from "./test/setup/browser.ts";

/** What is done on a phone more than anywhere. */
const onPhones = /(community|import|join|organize|public-pages)\.spec\.ts$/;
/** What differs with the size of the screen. */
const onBoth = /access\.spec\.ts$/;

// Journeys: what people do, in a real browser, on the finished build. `test/setup/journeys.ts` starts the server.
export default defineConfig({
  testDir: "test/journeys",
  testMatch: "*.spec.ts",
  globalSetup: "./test/setup/journeys.ts",
  outputDir: "test-results",
  // One more than processors: a fourth journey at once makes all of them slower, and none sooner done.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Far beyond what anything takes here: a machine that is half as fast is not a failure.
  timeout: 120_000,
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
