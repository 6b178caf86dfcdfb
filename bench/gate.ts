import { chromium as browsers, type BrowserContext, type CDPSession, type Page } from "@playwright/test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium, chromiumFlags, withDemoServer } from "../tools/demo-server.ts";
import { makeGate, people, unlimited } from "./gate-people.ts";
import { medianOf, report } from "./measure.ts";

// The gate of 300 people on a phone that is four times as slow as this machine and has no network: how long it takes from opening the
// page until everybody is in the list and it has been painted, and from a tap until it is seen.

const slowness = 4;
const rounds = 5;
const taps = 20;

const folder = mkdtempSync(join(tmpdir(), "goodturn-gate-"));
try {
  await withDemoServer(measureAt, unlimited);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureAt(address: string) {
  const gate = await makeGate(address);
  await withPhone(async (phone, page, session) => {
    await page.goto(gate);
    await allShown(session);
    await page.evaluate(async () => navigator.serviceWorker.ready);
    await phone.setOffline(true);
  });
  const opened: number[] = [];
  const whole: number[] = [];
  const seen: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // A browser that has just been started: nothing is warm but what is on the disk.
    await withPhone(async (phone, page, session) => {
      await phone.setOffline(true);
      await page.goto(`${address}/gate`);
      whole.push(await allShown(session));
      opened.push(await momentIn(session, "firstAt"));
      seen.push(...(await tapAll(page, round)));
    });
  }
  const what = `gate of ${people} people without a network, phone ${slowness} times as slow`;
  report(`${what}: opened, list on the screen`, medianOf(opened), 1000, "ms");
  report(`${what}: everybody in the list`, medianOf(whole), 1500, "ms");
  report(`${what}: a tap until it is seen, median of ${seen.length}`, medianOf(seen), 100, "ms");
}

/**
 * When the list was painted, or everybody in it, in milliseconds since the page was asked for; 0 before that. Playwright's own way to ask has the
 * page compile 300 kB of script.
 */
async function momentIn(session: CDPSession, name: "firstAt" | "shownAt"): Promise<number> {
  const { result } = await session.send("Runtime.evaluate", { expression: `globalThis.${name} ?? 0` });
  return Number(result.value);
}

/** When everybody was in the list and painted, in milliseconds since the page was asked for. */
async function allShown(session: CDPSession): Promise<number> {
  for (let tried = 0; tried < 300; tried++) {
    const at = await momentIn(session, "shownAt");
    if (at > 0) return at;
    await sleep(100);
  }
  throw new Error("The list was not shown within half a minute.");
}

/** How long each tap took until it was seen, as the browser counts it: in steps of 8 ms, no less than 16. */
async function tapAll(page: Page, round: number): Promise<number[]> {
  await page.evaluate(() => {
    const all: number[] = [];
    Object.assign(window, { tapped: all });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === "click") all.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  for (let tap = 0; tap < taps; tap++) {
    const row = page.locator(".row").nth(round * taps + tap);
    await row.scrollIntoViewIfNeeded();
    await row.tap();
  }
  await page.getByText(`Here ${(round + 1) * taps} of ${people}`).waitFor();
  const all = await page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    return (window as unknown as { tapped: number[] }).tapped;
  });
  // Those that took less than 16 ms are not told.
  if (all.length === 0) all.push(16);
  return all;
}

async function withPhone(use: (phone: BrowserContext, page: Page, session: CDPSession) => Promise<void>) {
  const phone = await browsers.launchPersistentContext(join(folder, "phone"), {
    executablePath: chromium,
    args: chromiumFlags,
    viewport: { width: 375, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  try {
    const page = phone.pages()[0] ?? (await phone.newPage());
    const session = await phone.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowness });
    await page.addInitScript((count) => {
      let name = "firstAt";
      const look = () => {
        if (document.querySelectorAll(".row").length >= (name === "firstAt" ? 1 : count)) {
          const told = name;
          // After the frame in which they are there.
          requestAnimationFrame(() => setTimeout(() => Object.assign(window, { [told]: performance.now() })));
          if (told === "shownAt") return;
          name = "shownAt";
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, people);
    await use(phone, page, session);
  } finally {
    await phone.close();
  }
}
