import { defineConfig, devices } from "@playwright/test";
import { origin } from "./test/setup/address.ts";
import { chromium, chromiumFlags } from "./tools/demo-server.ts";

// Journeys: what people do, in a real browser, on the finished build. `test/setup/journeys.ts` starts the server.
export default defineConfig({
  testDir: "test/journeys",
  testMatch: "*.spec.ts",
  globalSetup: "./test/setup/journeys.ts",
  outputDir: "test-results",
  // One more than processors: journeys wait more than they work.
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
      // Debian's chromium, which `tools/test.ts` installs when it is missing.
      executablePath: chromium,
      args: chromiumFlags,
    },
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
    {
      name: "phone",
      // The rest is the same on every screen (keys, windows, words, what a failure loses), or chooses its own size.
      testMatch: /(access|community|join|organize|public-pages)\.spec\.ts$/,
      use: {
        userAgent: devices["Pixel 7"].userAgent,
        viewport: { width: 375, height: 740 },
        isMobile: true,
        hasTouch: true,
      },
    },
  ],
});
