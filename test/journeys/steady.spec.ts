import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";

import {
  asThemselves,
  becomeMember,
  expect,
  haveEvent,
  jumps,
  newCaller,
  newEvent,
  origin,
  ready,
  test,
} from "./journey.ts";

// Content stays in its place, whatever loads later.

/**
 * The most that may move on a page, by the browsers' own measure (https://web.dev/cls): a fifth of the limit for
 * 'good'.
 */
const shiftMax = 0.02;

const membersPages = ["/create-event", "/manage-events", "/joined-events", "/account"];
/** Pages that load parts later and have another layout on a large screen. */
const wide = ["/", "/upcoming-events", "/manage-events", "/joined-events"];
const all = [
  "/",
  "/upcoming-events",
  "/community",
  "/aboutUs",
  "/guideline",
  "/contact",
  "/privacy",
  "/nowhere",
  ...membersPages,
];

/** Makes each page record its unexpected layout shifts, and delays its calls. */
async function watchSlowly(page: Page) {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Shift[]) {
        const what = entry.sources.map(({ node }) => `${node?.nodeName} ${node instanceof Element && node.className}`);
        if (!entry.hadRecentInput) shifts.push(`${entry.value} ${what.join(", ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
    type Shift = { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
  });
  // It does not use a Playwright route, which would disable the cache: without our fonts a page is shown in this
  // machine's own, which are a fifth wider than a phone's.
  await page.addInitScript(() => {
    const ask = globalThis.fetch;
    globalThis.fetch = async (what, how) => {
      if (/\/api\//.test(what instanceof Request ? what.url : String(what)))
        await new Promise((go) => setTimeout(go, 300));
      return ask(what, how);
    };
  });
  await page.goto("/contact");
  await page.evaluate(() => document.fonts.ready);
}

/** The shifts on a page since it was opened, once everything has loaded. */
async function shiftsOn(page: Page, path: string) {
  await page.goto(path);
  if (membersPages.includes(path)) await expect(page.getByRole("main").locator("[role=status]").first()).toBeAttached();
  await ready(page);
  await page.waitForLoadState("networkidle");
  await expect(page.locator("main .loading, main .skeleton")).toHaveCount(0);
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);
  const moved = shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0);
  return moved > shiftMax ? [path, ...shifts] : [];
}

for (const { viewport, asVisitor, asMember } of [
  { viewport: { width: 375, height: 740 }, asVisitor: ["/", "/upcoming-events", "/register", "/login"], asMember: all },
  { viewport: { width: 1280, height: 720 }, asVisitor: [], asMember: wide },
]) {
  test.describe(`on a slow network, ${viewport.width} pixels wide`, () => {
    test.use({ viewport, expectedFailures: [/nowhere/] });

    test("nothing moves on any screen when late content arrives", async ({ page }) => {
      const event = await haveEvent(await newCaller());
      await watchSlowly(page);
      const shifts = [];
      for (const path of [...asVisitor, event]) shifts.push(await shiftsOn(page, path));
      await becomeMember(page);
      await haveEvent(page);
      const data = { eventId: event.slice(event.lastIndexOf("/") + 1) };
      await page.request.post(`${origin}/api/join-event`, { headers: await asThemselves(page), data });
      for (const path of [...asMember, event]) shifts.push(await shiftsOn(page, path));
      expect(shifts.flat()).toEqual([]);
    });
  });
}

test.describe("on a tablet", () => {
  test.use({ viewport: { width: 768, height: 1024 } });

  test("an organizer's own registration with guests moves nothing when it loads", async ({ page }) => {
    await becomeMember(page);
    const path = await haveEvent(page);
    const party = [
      { name: "Rita", under18: false },
      { name: "Tim", under18: true },
    ];
    const data = { eventId: path.slice(path.lastIndexOf("/") + 1), guests: party };
    await page.request.post(`${origin}/api/join-event`, { headers: await asThemselves(page), data });
    await watchSlowly(page);
    expect(await shiftsOn(page, path)).toEqual([]);
    // Their own registration and guests stand in the card, with one button for what can be changed, above the bar to
    // manage the event.
    for (const width of [768, 375]) {
      await page.setViewportSize({ width, height: 1024 });
      const [card, guests, change, manage] = await Promise.all(
        [
          page.locator(".join-here"),
          page.getByText("You come with Rita, Tim (under 18)"),
          page.getByRole("button", { name: "Change" }),
          page.getByRole("link", { name: "See your participants" }),
        ].map(async (one) => (await one.boundingBox())!),
      );
      expect(guests!.y).toBeGreaterThan(card!.y);
      expect(change!.x).toBeGreaterThan(guests!.x + guests!.width);
      expect(change!.x + change!.width).toBeLessThanOrEqual(card!.x + card!.width);
      expect(card!.y + card!.height).toBeLessThan(manage!.y);
    }
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 375, height: 740 }, expectedFailures: [/api\/events/] });

  test("a dialog's title stands clear of its button, and an error is gone once the call has worked", async ({
    page,
  }) => {
    await becomeMember(page);
    await haveEvent(page, newEvent({ title: "Behind the very very very old mill by the river" }));
    await page.goto("/manage-events");
    await ready(page);
    const dialog = page.getByRole("dialog");
    // On any screen size, it opens at its heading, which does not scroll away.
    for (const size of [
      { width: 1280, height: 800 },
      { width: 740, height: 375 },
      { width: 375, height: 740 },
    ]) {
      await page.setViewportSize(size);
      await page.getByRole("button", { name: /^Edit/ }).click();
      await expect(dialog.getByRole("heading", { name: "Edit Event" })).toBeInViewport({ ratio: 1 });
      await expect(dialog.locator(":focus")).toHaveCount(1);
      await dialog.evaluate((box) => box.scrollTo(0, 500));
      await dialog.locator("input, textarea, select").last().focus();
      if (size.height > 480) {
        await expect(dialog.getByRole("heading", { name: "Edit Event" })).toBeInViewport({ ratio: 1 });
        expect(await dialog.evaluate((box) => box.scrollTop)).toBe(0);
      }
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    }
    await page.getByRole("button", { name: /^Edit/ }).click();
    // Even if the title is long.
    const title = dialog.getByRole("heading", { level: 2 });
    await title.evaluate((heading) => heading.append(" of an event with a title that goes on"));
    const [words, button] = [
      await title.evaluate((heading) => {
        const range = document.createRange();
        range.selectNodeContents(heading);
        return range.getBoundingClientRect().right;
      }),
      await dialog.getByRole("button", { name: "Close" }).boundingBox(),
    ];
    expect(words).toBeLessThanOrEqual(button?.x ?? 0);

    await page.route("**/api/events/*", (route) => route.abort());
    await dialog.getByRole("button", { name: "Update Event" }).click();
    await expect(page.getByRole("alert").locator(".toast-note")).toBeVisible();
    await page.unroute("**/api/events/*");
    await dialog.getByRole("button", { name: "Update Event" }).click();
    await expect(page.getByText("Event Updated Successfully")).toBeVisible();
    await expect(page.getByRole("alert").locator(".toast-note")).toHaveCount(0);
  });

  test("held sideways, header and bar leave seven tenths of the screen to the event", async ({ page }) => {
    await page.setViewportSize({ width: 740, height: 375 });
    await page.goto(await haveEvent(await newCaller()));
    await ready(page);
    const heights = await Promise.all(
      [page.getByRole("banner"), page.locator(".join-bar")].map(async (part) => (await part.boundingBox())?.height),
    );
    const [header = 0, bar = 0] = heights;
    expect(bar).toBeGreaterThanOrEqual(44);
    expect(header + bar).toBeLessThanOrEqual(0.3 * 375);
  });

  test("a page that arrives in two parts moves nothing when the second arrives", async ({ page }) => {
    const path = await haveEvent(await newCaller());
    // An event's page is cut off after its picture and before the parts that a phone shows above it; the list's page
    // after a first card that is alone in its row.
    const cuts: Record<string, string> = {
      [path]: '<h2 id="participants"',
      "/upcoming-events": '<div class="card-count"',
    };
    const give = async (url: string, answer: ServerResponse) => {
      const whole = await fetch(origin + url);
      answer.setHeader("Content-Type", whole.headers.get("Content-Type") ?? "");
      const bytes = Buffer.from(await whole.arrayBuffer());
      const cut = url in cuts ? bytes.indexOf(cuts[url] ?? "") : 0;
      answer.write(bytes.subarray(0, cut));
      if (cut > 0) {
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        // Waits until the first part is painted.
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      }
      answer.end(bytes.subarray(cut));
    };
    const slow = createServer(({ url = "" }, answer) => void give(url, answer));
    await new Promise<void>((resolve) => slow.listen(0, resolve));
    const address = `http://localhost:${(slow.address() as AddressInfo).port}`;
    await page.goto(address + path);
    await expect(page.locator(".scene")).toBeVisible();
    expect(await jumps(page)).toBeLessThan(shiftMax);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(`${address}/upcoming-events`);
    await expect(page.getByRole("article").last()).toBeVisible();
    expect(await jumps(page)).toBeLessThan(shiftMax / 2);
    slow.close().closeAllConnections();
  });
});
