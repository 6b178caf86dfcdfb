import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { heightOfList } from "#domain/embeds/rules.ts";

import { expectAccessible, lookAtAll } from "./accessible.ts";
import {
  everyday,
  expect,
  expectNoSidewaysScroll,
  haveEvent,
  newCaller,
  newEvent,
  origin,
  ready,
  switchTheme,
  test,
} from "./journey.ts";

// A page on another origin that shows our events.

let other: Server;
let address: string;
let lines = "";
test.beforeAll(async () => {
  other = createServer((_, answer) => {
    answer.setHeader("Content-Type", "text/html; charset=utf-8");
    answer.end(`<!DOCTYPE html><title>The rowing club</title><h1>The rowing club</h1>${lines}`);
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
});
test.afterAll(() => {
  other.closeAllConnections();
  other.close();
});

test.describe("a page of another origin", () => {
  // The browser logs refused requests in its console, and the page has no icon.
  test.use({ expectedFailures: [/127\.0\.0\.1|api\/(myEvents|events)$|^$/] });

  test("shows a list made for it, and cannot frame other pages", everyday, async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
    await page.goto("/upcoming-events?category=food");
    await ready(page);
    await page.getByRole("button", { name: "Subscribe" }).click();
    await page.getByRole("link", { name: "On your own site" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Events on your own site" })).toBeVisible();
    await expect(page.getByText("The next events in Food Donation.")).toBeVisible();
    await page.getByLabel("How many events, at most").fill("2");
    await page.getByLabel("Width (px)").fill("320");
    const preview = page.frameLocator("iframe");
    await expect(preview.getByRole("listitem")).toHaveCount(2);
    await expect(preview.getByText("in Food Donation")).toBeVisible();
    const pasted = page.getByRole("textbox", { name: "Paste this into your page" });
    await expect(pasted).toHaveValue(/src="[^"]*\/embed\?category=food&amp;count=2".* width="320" height="468"/);
    await page.getByRole("button", { name: "Copy" }).click();
    await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "Copied" })).toHaveCount(1);
    lines = await page.evaluate(() => navigator.clipboard.readText());
    expect(lines).toBe(await pasted.inputValue());
    // 'As the reader has set' follows this page's theme; a chosen theme does not.
    const shown = page.locator("iframe");
    await expect(shown).toHaveAttribute("src", /theme=light/);
    await switchTheme(page);
    await expect(shown).toHaveAttribute("src", /theme=dark/);
    await expect(shown).toHaveCSS("color-scheme", "dark");
    await switchTheme(page);
    await page.getByLabel("Colors").selectOption("Dark");
    await expect(shown).toHaveAttribute("src", /theme=dark/);
    // Axe would not look into the frame, so it is removed.
    await page.locator("iframe").evaluate((frame) => frame.remove());
    await expectAccessible(page);

    await page.goto(address);
    const frame = page.frameLocator("iframe");
    const link = frame.getByRole("heading", { level: 2 }).first().getByRole("link");
    const title = (await link.innerText()).replace(/\s*\(opens.*/s, "");
    const [opened] = await Promise.all([page.waitForEvent("popup"), link.click()]);
    await expect(opened.getByRole("heading", { level: 1, name: title })).toBeVisible();
    expect(opened.url()).toMatch(new RegExp(`^${origin}/view-event/`));
    await opened.close();
    await expect(page).toHaveURL(address);

    const read = (path: string, headers = {}) =>
      page.evaluate(
        ([url, sent]) =>
          fetch(url, { headers: sent }).then(
            (answer) => answer.headers.get("X-Total-Count") ?? answer.status,
            () => "refused",
          ),
        [origin + path, headers] as const,
      );
    expect(Number(await read("/api/events?category=food"))).toBeGreaterThan(1);
    expect(Number(await read("/api/community"))).toBeGreaterThan(1);
    expect(await read("/scenes/food.svg")).toBe(200);
    expect(await read("/api/myEvents")).toBe("refused");
    expect(await read("/api/events", { authorization: "Bearer x" })).toBe("refused");

    const framed = await page.evaluate(
      (url) =>
        new Promise<boolean>((resolve) => {
          const one = document.createElement("iframe");
          one.addEventListener("load", () => resolve(one.contentDocument === null));
          one.src = url;
          document.body.append(one);
        }),
      `${origin}/upcoming-events`,
    );
    expect(framed).toBe(true);
    expect(page.frames().map((one) => one.url())).not.toContain(`${origin}/upcoming-events`);
  });
});

test("a frame is readable from 280 pixels on, and its code is made without script too", async ({ page, request }) => {
  const answer = await request.get("/api/events?limit=1");
  const [event] = (await answer.json()) as { _id: string }[];
  await page.setViewportSize({ width: 280, height: 500 });
  for (const path of ["/embed", `/embed?event=${event?._id}`, "/embed?search=nothing-of-this"]) {
    for (const theme of ["light", "dark"]) {
      await page.goto(`${path}${path.includes("?") ? "&" : "?"}theme=${theme}`);
      expect((await lookAtAll(page)).map(({ id, nodes }) => [path, theme, id, nodes.map((node) => node.html)])).toEqual(
        [],
      );
      await expectNoSidewaysScroll(page);
      // A list higher than its frame keeps its foot in view.
      if (path === "/embed") await expect(page.getByRole("link", { name: /^See all/ })).toBeInViewport({ ratio: 1 });
    }
  }
  // At the proposed height nothing is cut.
  for (const width of [280, 320, 375, 768]) {
    await page.setViewportSize({ width, height: heightOfList(3, width) });
    await page.goto("/embed?count=3");
    const hidden = await page.locator(".scrolled").evaluate((one) => one.scrollHeight - one.clientHeight);
    expect([width, hidden]).toEqual([width, 0]);
  }
  // In a wide place, one column fills the proposed height; two would leave a gap.
  for (const [proposed, columns] of [
    [null, 1],
    [1000, 2],
  ] as const) {
    const height = heightOfList(4, proposed);
    await page.setViewportSize({ width: 1000, height });
    await page.goto("/embed?count=4");
    const left = await page.locator("li").evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().left));
    expect(new Set(left).size).toBe(columns);
    expect((await page.getByRole("main").boundingBox())!.height).toBeGreaterThan(0.8 * height);
  }
  await page.setViewportSize({ width: 280, height: 500 });
  await page.goto("/embed?search=nothing-of-this");
  // The frame ends with its content: the surrounding page is below.
  expect((await page.getByRole("main").boundingBox())!.height).toBeLessThan(300);
  const made = await (
    await request.get("/embed/make?category=food&from=2026-01-01&count=3&theme=dark&width=300")
  ).text();
  expect(made).toContain("/embed?category=food&amp;amp;from=2026-01-01&amp;amp;count=3&amp;amp;theme=dark&quot;");
  expect(made).toContain("color-scheme:dark&quot;");
  expect(made).toContain('<input type="hidden" name="from" value="2026-01-01"/>');
  expect(made).toMatch(/<noscript><button type="submit"/);
});

test("the maker's frame ends with its content, or has the typed height", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const gap = () =>
    page.locator("iframe").evaluate((frame: HTMLIFrameElement) => {
      const end = frame.contentDocument!.querySelector("main")!.getBoundingClientRect().bottom;
      return Math.abs(frame.parentElement!.getBoundingClientRect().height - end);
    });
  for (const query of ["count=2", "search=nothing-of-this"]) {
    await page.goto(`/embed/make?${query}`);
    await ready(page);
    await expect(page.frameLocator("iframe").getByRole("main")).toBeVisible();
    await expect.poll(gap).toBeLessThan(1.5);
  }
  // If the browser refuses to copy, the page does not claim it.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("", "NotAllowedError"));
  });
  const copy = page.getByRole("button", { name: /^Copy/ }).first();
  await copy.click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toHaveCount(0);
  await page.getByLabel("Height (px)").fill("700");
  await expect(page.locator("iframe")).toHaveAttribute("height", "700");
  await expect.poll(gap).toBeGreaterThan(300);
  expect(await page.locator("iframe").evaluate((frame) => frame.parentElement!.clientHeight)).toBe(700);
});

test("the most common time zone is named once, and any other beside its event", async ({ page }) => {
  const caller = await newCaller();
  const have = (word: string, timeZone: string) => haveEvent(caller, newEvent({ title: `${word}fest` }), { timeZone });
  for (const zone of ["Europe/Lisbon", "Europe/Lisbon", "Europe/Berlin"]) await have("Boreas", zone);
  for (const zone of ["Europe/Lisbon", "Europe/Berlin"]) await have("Levanter", zone);
  await page.goto("/embed?search=Boreasfest");
  await expect(page.getByText("Times are Lisbon time unless noted")).toBeVisible();
  await expect(page.getByText("Lisbon time")).toHaveCount(1);
  await expect(page.getByText("Berlin time")).toHaveCount(1);
  // With two events, no zone is the most common.
  await page.goto("/embed?search=Levanterfest");
  await expect(page.getByText("Times are")).toHaveCount(0);
  for (const zone of ["Lisbon time", "Berlin time"]) await expect(page.getByText(zone)).toHaveCount(1);
});
