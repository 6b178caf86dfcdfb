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
    // The organizer's guests take one line, and their own registration is in the bar, beside the buttons to manage the
    // event.
    const [rita, tim, leave, manage] = await Promise.all(
      [
        page.getByText("Rita", { exact: true }),
        page.getByText(/^Tim/),
        page.getByRole("button", { name: "Leave this event" }),
        page.getByRole("link", { name: "See your participants" }),
      ].map(async (one) => (await one.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN }),
    );
    expect(tim?.y).toBeCloseTo(rita?.y ?? NaN, 0);
    expect((leave?.x ?? NaN) + (leave?.width ?? NaN)).toBeLessThan(manage?.x ?? NaN);
    const middles = [leave, manage].map((box) => (box?.y ?? NaN) + (box?.height ?? NaN) / 2);
    expect(middles[0]).toBeCloseTo(middles[1] ?? NaN, 0);
    // On a phone they share one card, and the button to leave is beside the registration.
    await page.setViewportSize({ width: 375, height: 740 });
    const [card, guests, out, words, details] = await Promise.all(
      [
        page.locator(".join-here"),
        page.getByRole("region", { name: "You come with" }),
        page.getByRole("button", { name: "Leave this event" }),
        page.getByText("You're coming"),
        page.getByRole("button", { name: "Your details" }),
      ].map(async (one) => (await one.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN }),
    );
    expect(details?.y).toBeGreaterThanOrEqual((words?.y ?? NaN) + (words?.height ?? NaN));
    expect(guests?.y).toBeCloseTo((card?.y ?? NaN) + (card?.height ?? NaN), 0);
    expect(out?.y).toBeGreaterThan(card?.y ?? NaN);
    expect((out?.y ?? NaN) + (out?.height ?? NaN)).toBeLessThan(guests?.y ?? NaN);
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
