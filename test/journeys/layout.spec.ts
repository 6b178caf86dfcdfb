import type { Locator } from "@playwright/test";

import {
  becomeMember,
  everyday,
  expect,
  expectNoSidewaysScroll,
  follow,
  haveEvent,
  haveOthersEvent,
  newEvent,
  ready,
  switchTheme,
  test,
} from "./journey.ts";

// Texts as people write them, on every screen, on devices with various settings.

const longWord = "Nachbarschaftsgartenbewaesserungsanlageneinweihung";
const manyWords = `Behind-the-${"very-".repeat(34)}old-mill`;
const arabic = { title: "حملة تنظيف الشاطئ 🌊", location: "الكورنيش، الإسكندرية", max: "٣٠" };

// A small phone, and a screen of 1280 by 800 at a zoom of 200 %.
const sizes = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
] as const;

test.describe("at 320 pixels, and at a zoom of 200 %", () => {
  test.use({ viewport: sizes[0], deviceScaleFactor: 2, expectedFailures: [/nowhere|\.(svg|png)/] });

  test("no screen scrolls sideways, however long the words, and without pictures", everyday, async ({ page }) => {
    // Emulated in the browser: Playwright's routes bypass the browser's cache and load all of a page each time.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.setBlockedURLs", { urls: ["*.svg", "*.png"] });
    const atBothSizes = async (look: () => Promise<void>) => {
      await look();
      await page.setViewportSize(page.viewportSize()?.width === sizes[0].width ? sizes[1] : sizes[0]);
      await look();
    };
    const open = (to: string) => page.goto(to);
    const lookAt = async (to: string, sight: string, come: (to: string) => Promise<unknown> = open) => {
      await come(to);
      await expect(page.getByText(sight).or(page.getByLabel(sight)).first()).toBeAttached();
      await ready(page);
      await atBothSizes(() => expectNoSidewaysScroll(page));
    };
    // Members are redirected from these pages.
    await lookAt("/login", "Login");
    await lookAt("/register", "Register");
    await becomeMember(page);
    const path = await haveEvent(
      page,
      newEvent({ title: longWord, location: manyWords, description: `${longWord} ${manyWords}` }),
    );
    await page.goto(path);
    await ready(page);
    await expect(page.getByRole("heading", { level: 1, name: longWord })).toBeVisible();
    expect(await page.evaluate(() => [...document.images].some(({ naturalWidth }) => naturalWidth > 0))).toBe(false);
    await atBothSizes(() => expectNoSidewaysScroll(page));
    await page.getByRole("button", { name: "Join Event" }).click();
    await expect(page.getByRole("button", { name: "Already Joined" })).toBeVisible();
    // For the organizer, the bar is for managing the event, and their own registration takes one line.
    await expect(page.locator(".join-here .already")).toHaveText("Already Joined");
    await expect(page.locator(".standing-mark")).toHaveCount(0);
    await atBothSizes(() => expectNoSidewaysScroll(page));
    for (const [other, sight] of [
      ["/", "Goodturn, home"],
      [`/upcoming-events?search=${longWord}`, longWord],
      ["/nowhere", "404 Page Not Found"],
    ] as const)
      await lookAt(other, sight);
    for (const [other, sight] of [
      ["/joined-events", longWord],
      ["/create-event", "Tips for a good event"],
      ["/community", "Our Communities"],
      ["/aboutUs", "About Us"],
      ["/guideline", "How to use Goodturn"],
      ["/contact", "Contact"],
      ["/manage-events", longWord],
    ] as const)
      await lookAt(other, sight, (to) => follow(page, to));

    await page.getByRole("button", { name: `Edit ${longWord}` }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Event" });
    await expect(dialog).toBeVisible();
    await atBothSizes(async () => {
      const [inner, outer] = await dialog.evaluate((box) => [box.scrollWidth, box.clientWidth] as const);
      expect(inner).toBeLessThanOrEqual(outer);
    });
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: `Delete ${longWord}` }).click();
    const question = page.getByRole("alertdialog");
    await atBothSizes(async () => {
      const [asked, room] = await question.evaluate((box) => [box.scrollWidth, box.clientWidth] as const);
      expect(asked).toBeLessThanOrEqual(room);
      await expect(question.getByRole("button", { name: "Yes, delete it!" })).toBeInViewport();
    });
  });
});

test("an event's page shows the deciding facts before any picture, at two widths", everyday, async ({ page }) => {
  const [title, location] = [
    "Oaks for the Hill of Bonfim, and bread for all",
    "Jardim do Morro, upper gate by the chapel, Porto",
  ];
  const path = await haveOthersEvent(newEvent({ title, location }));
  const main = page.getByRole("main");
  const facts = [
    main.getByRole("heading", { level: 1, name: title }),
    main.getByText("9:30 – 11:30 AM").first(),
    main.getByText(location, { exact: true }).first(),
    main.getByText("20 spots remaining"),
  ];
  const join = page.getByRole("button", { name: "Join Event" });
  const picture = main.locator(".picture").first();

  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto(path);
  await ready(page);
  // Only members can block people.
  await expect(main.getByRole("link", { name: /^Report this|^Block/ })).toHaveText(["Report this event"]);
  const ends = [];
  for (const fact of facts) ends.push((await edgesOf(fact)).bottom);
  expect(ends).toEqual(ends.toSorted((a, b) => a - b));
  expect(ends[2]).toBeLessThan(560);
  await expect(join).toBeInViewport({ ratio: 1 });
  expect((await edgesOf(picture)).top).toBeGreaterThan(ends.at(-1) ?? NaN);
  expect((await picture.boundingBox())?.height).toBeLessThanOrEqual(172);
  for (const name of ["Add to calendar", /^Directions to /, "Share"]) {
    const box = await main.getByRole("button", { name }).or(main.getByRole("link", { name })).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
  }

  // On a tablet the drawing is beside the facts, with the spots below it.
  await page.setViewportSize({ width: 768, height: 1024 });
  const [spots, beside] = [await edgesOf(main.getByText("20 spots remaining")), await edgesOf(picture)];
  expect(beside.bottom).toBeLessThan(spots.top);
  expect(beside.left).toBeGreaterThanOrEqual(384);
  const host = await edgesOf(main.getByText("Hosted by Journey Tester"));
  expect(beside.top).toBeLessThan((await edgesOf(main.getByText("9:30 – 11:30 AM").first())).top);
  expect(host.bottom).toBeLessThan(spots.bottom);
  expect((await edgesOf(join)).left).toBe((await edgesOf(main.getByRole("heading", { level: 1 }))).left);
  // The actions are close below the facts, regardless of the length of the card beside them.
  const share = await edgesOf(main.getByRole("button", { name: "Share" }));
  expect(share.top).toBeGreaterThan(host.bottom);
  expect(share.top - host.bottom).toBeLessThan(60);
  expect(share.left).toBeLessThan(beside.left);

  await page.setViewportSize({ width: 1280, height: 720 });
  for (const fact of [...facts, join, main.getByText("Hosted by Journey Tester")])
    expect((await edgesOf(fact)).bottom).toBeLessThan(720);
  const [card, drawn] = [await edgesOf(join), await edgesOf(picture)];
  expect(drawn.bottom).toBeLessThan(card.top);
  expect(drawn.left).toBeGreaterThan(700);
});

test.describe("in a time zone far from the event's", () => {
  test.use({ timezoneId: "Pacific/Auckland" });

  test("the organizer's own card shows its full time and its actions, at every width", async ({ page }) => {
    await becomeMember(page);
    const title = "Soup for the Night Shift at the Old Harbor Gate";
    const path = await haveEvent(page, newEvent({ title, time: "22:30" }));
    await page.goto("/manage-events");
    const card = page.getByRole("article");
    const [people, view] = [
      card.getByRole("link", { name: /^Participants/ }),
      card.getByRole("link", { name: /^View/ }),
    ];
    for (const { width, height } of [
      { width: 375, height: 204 },
      { width: 768, height: 160 },
      { width: 1280, height: 98 },
    ]) {
      await page.setViewportSize({ width, height: 800 });
      const [asked, room] = await card
        .locator("p", { has: page.locator("time") })
        .evaluate((time) => [time.scrollWidth, time.clientWidth] as const);
      expect(asked).toBeLessThanOrEqual(room);
      // Begin and end stay together: a full line breaks before both.
      const [from, until] = [await edgesOf(card.locator("time").first()), await edgesOf(card.locator("time").last())];
      expect(until.top).toBeCloseTo(from.top, 0);
      const box = await edgesOf(card);
      expect(box.bottom - box.top).toBeLessThanOrEqual(height);
      // The figures are a fact of the row, and no part of a button.
      await expect(card.getByText("0 of 20 joined")).toBeVisible();
      await expect(people).toHaveText("Participants");
      const [first, second] = [await edgesOf(people), await edgesOf(view)];
      const words = await edgesOf(card.getByRole("heading", { name: title }));
      // All actions are on one line: below the words on a phone, and beside them elsewhere.
      expect(first.top).toBe(second.top);
      if (width < 640) expect(first.top).toBeGreaterThan(words.bottom);
      else expect(first.left).toBeGreaterThan(words.right);
      const deeds = await card.locator(".deed").all();
      expect(deeds).toHaveLength(3);
      // Each is an icon with its name, large enough for a finger.
      for (const deed of deeds) {
        const [face, icon] = [await edgesOf(deed), await edgesOf(deed.locator("svg"))];
        expect(face.top).toBe(first.top);
        expect(Math.min(face.right - face.left, face.bottom - face.top)).toBeGreaterThanOrEqual(44);
        expect([icon.top > face.top, face.right < box.right]).toEqual([true, true]);
      }
    }
    // If the reader's day is the one before or after, its weekday says so.
    await page.goto(path);
    await expect(page.getByText(/^\w{3}, \d.* in your time zone$/)).toBeVisible();
  });
});

test("text written from the right is aligned to the right, on every card", async ({ page }) => {
  await becomeMember(page);
  const path = await haveEvent(page, newEvent({ ...arabic, description: arabic.location }));
  await page.goto(path);
  await ready(page);
  await page.getByRole("button", { name: "Join Event" }).click();
  await expect(page.getByRole("button", { name: "Already Joined" })).toBeVisible();
  for (const list of ["/manage-events", "/joined-events", `/upcoming-events?search=${encodeURIComponent("تنظيف")}`]) {
    await page.goto(list);
    const heading = page.getByRole("article").getByRole("heading", { name: arabic.title }).first();
    await expect(heading).toBeVisible();
    expect(await gapAtTheRight(heading)).toBeLessThan(2);
    await expectNoSidewaysScroll(page);
  }
});

test("printed, an event is a poster with its QR code, in ink on white", async ({ page }) => {
  await becomeMember(page);
  const event = newEvent();
  await page.goto(await haveEvent(page, event));
  await ready(page);
  await switchTheme(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: event.title })).toBeVisible();
  await expect(page.getByText(event.location).first()).toBeVisible();
  // Other events nearby appear only on the screen.
  await expect(page.getByRole("heading", { name: /nearby$/ })).toHaveCount(0);
  await expect(page.getByText(new URL(page.url()).pathname)).toBeVisible();
  const code = page.locator("img[src$='/qr.svg']");
  await expect(code).toBeVisible();
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toMatch(
    /255, 255, 255|white|oklch\(1 /,
  );
});

test("people who prefer less motion get none, also from one page to the next", async ({ page }) => {
  await page.goto("/upcoming-events");
  await ready(page);
  await page.evaluate(() => {
    document.addEventListener("animationstart", ({ animationName }) => (document.title = animationName));
    document.addEventListener("transitionrun", ({ propertyName }) => (document.title = propertyName));
    const start = document.startViewTransition?.bind(document);
    const moved = window as unknown as { moved?: Promise<number> };
    document.startViewTransition = (...change) => {
      const transition = start(...change);
      moved.moved = transition.ready.then(() => document.getAnimations().length);
      return transition;
    };
  });
  const card = page.getByRole("article").first();
  const title = await card.getByRole("heading").innerText();
  await card.getByRole("link", { name: /^View Event/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { moved?: Promise<number> }).moved)).toBe(0);
  await expect(page).toHaveTitle(new RegExp(title));
});

/** The edges of an element, in pixels from the window's top and left. */
async function edgesOf(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN };
  return { top: y, bottom: y + height, left: x, right: x + width };
}

/** The distance of a text's first letters from the right edge of its box, in pixels. */
const gapAtTheRight = (element: Locator) =>
  element.evaluate((box) => {
    const range = document.createRange();
    range.selectNodeContents(box);
    return box.getBoundingClientRect().right - range.getBoundingClientRect().right;
  });
