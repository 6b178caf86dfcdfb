import { chromium as browsers, type BrowserContext, type CDPSession, type Page } from "@playwright/test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium, chromiumFlags, withDemoServer } from "../tools/demo/demo-server.ts";
import { makeGate, people, unlimited } from "./gate-people.ts";
import { medianOf, report, round as rounded } from "./measure.ts";
import { phones, slownessFor } from "./phone.ts";

// Measures the gate of 300 people on an offline phone: the time from opening the page until the list is painted, and
// until everybody is in it, and the time from a tap until its effect is visible. A mid-tier phone has limits; a
// low-tier one is only reported.

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
  await withPhone(1, async (phone, page, session) => {
    await page.goto(gate);
    await allShown(session);
    await page.evaluate(async () => navigator.serviceWorker.ready);
    await phone.setOffline(true);
  });
  const calibrated = (score: number) => withPhone(1, async (_phone, _page, session) => slownessFor(session, score));
  const slow = await calibrated(phones["low-tier"]);
  const low = await openAndTap(address, slow, 0);
  const what = `gate of ${people} people without a network, phone`;
  process.stdout.write(
    `${what} low-tier (${slow.toFixed(2)} times as slow as this machine): opened, list on the screen ${rounded(low.opened)} ms, everybody in it ${rounded(low.whole)} ms, a tap until it is seen ${rounded(low.seen)} ms\n`,
  );
  const slowness = await calibrated(phones["mid-tier"]);
  const middle = await openAndTap(address, slowness, rounds);
  const which = `${what} mid-tier (${slowness.toFixed(2)} times as slow as this machine)`;
  report(`${which}: opened, list on the screen`, middle.opened, 1000, "ms");
  report(`${which}: everybody in the list`, middle.whole, 1500, "ms");
  report(`${which}: a tap until it is seen`, middle.seen, 100, "ms");
}

/** The medians over several openings, and over the taps after each, on rows that earlier openings have not marked. */
async function openAndTap(address: string, slowness: number, before: number) {
  const opened: number[] = [];
  const whole: number[] = [];
  const seen: number[] = [];
  for (let round = before; round < before + rounds; round++) {
    // A newly started browser: nothing is cached except on the disk.
    await withPhone(slowness, async (phone, page, session) => {
      await phone.setOffline(true);
      await page.goto(`${address}/gate`);
      whole.push(await allShown(session));
      opened.push(await momentIn(session, "firstAt"));
      seen.push(...(await tapAll(page, round)));
    });
  }
  return { opened: medianOf(opened), whole: medianOf(whole), seen: medianOf(seen) };
}

/**
 * The time at which the list was painted, or had everybody in it, in milliseconds since the page was requested; 0
 * before. Playwright's own evaluation would make the page compile 300 kB of script.
 */
async function momentIn(session: CDPSession, name: "firstAt" | "shownAt"): Promise<number> {
  const { result } = await session.send("Runtime.evaluate", { expression: `globalThis.${name} ?? 0` });
  return Number(result.value);
}

/** The time at which everybody was in the painted list, in milliseconds since the page was requested. */
async function allShown(session: CDPSession): Promise<number> {
  for (let tried = 0; tried < 300; tried++) {
    const at = await momentIn(session, "shownAt");
    if (at > 0) return at;
    await sleep(100);
  }
  throw new Error("The list was not shown within half a minute.");
}

/** The time of each tap until its effect is visible, as the browser measures it: in steps of 8 ms, at least 16. */
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
  // Browsers do not report events below 16 ms.
  if (all.length === 0) all.push(16);
  return all;
}

async function withPhone<Result>(
  slowness: number,
  use: (phone: BrowserContext, page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> {
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
          // Measured after the frame that shows them.
          requestAnimationFrame(() => setTimeout(() => Object.assign(window, { [told]: performance.now() })));
          if (told === "shownAt") return;
          name = "shownAt";
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, people);
    return await use(phone, page, session);
  } finally {
    await phone.close();
  }
}
