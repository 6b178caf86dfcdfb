import { everyday, expect, ready, test } from "./journey.ts";

// The list follows typing, the same on every screen size.
test("the list follows typing, can be shared, and going back removes the filter", everyday, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Explore Events" }).click();
  const search = page.getByLabel("Search events");
  await search.pressSequentially("cleanup");
  await expect(page).toHaveURL(/search=cleanup$/);
  await expect(search).toBeFocused();
  await expect(page.getByRole("article").filter({ hasText: "Beach Cleanup" }).first()).toBeVisible();
  await expect(page.getByRole("article").filter({ hasText: "Food Distribution" })).toHaveCount(0);
  // Several types can be chosen one after the other: their panel stays open while the list follows.
  const types = page.getByRole("button", { name: /^Event type/ });
  await types.click();
  await page.getByRole("checkbox", { name: "Tree Plantation" }).check();
  await expect(page).toHaveURL(/category=plantation/);
  await page.getByRole("checkbox", { name: "Clean up Drive" }).check();
  await expect(page).toHaveURL(/category=cleanup&category=plantation/);
  await expect(types).toHaveText("2 types");
  // No line breaks within a type's name.
  const words = page.getByRole("main").getByRole("status").first();
  await expect(words).toContainText("in Clean up Drive or Tree Plantation");
  expect(await words.textContent()).toContain("in Clean\u00a0up\u00a0Drive or Tree\u00a0Plantation");
  await page.getByRole("checkbox", { name: "Tree Plantation" }).uncheck();
  await expect(page).toHaveURL(/cleanup&category=cleanup$/);
  await page.getByRole("button", { name: /^Show \d+ events?$/ }).click();
  await expect(page.getByRole("group", { name: /^Event type/ })).toBeHidden();

  const shared = await page.context().newPage();
  await shared.goto(page.url());
  await expect(shared.getByLabel("Search events")).toHaveValue("cleanup");
  await expect(shared.getByRole("button", { name: "Event type: Clean up Drive" })).toBeVisible();
  await shared.close();

  await page.getByRole("link", { name: "Clear search" }).click();
  await expect(search).toHaveValue("");
  await search.fill("no such event anywhere");
  await expect(page.getByRole("heading", { name: "No events found" })).toBeVisible();
  await expect(page.getByText("Please try a different category.")).toBeVisible();
  await page.getByRole("link", { name: "Clear all" }).click();
  await expect(page.getByText(/Showing (1[2-9]|[2-9]\d) (of \d+ )?events/)).toBeVisible();

  // Enter runs a pending search at once, and adds no step to the history.
  await search.fill("cleanup");
  await search.press("Enter");
  await expect(page).toHaveURL(/events\?search=cleanup$/);
  await expect(page.getByRole("article").filter({ hasText: "Food Distribution" })).toHaveCount(0);
  const visit = () => page.evaluate(() => (history.state as { key: string }).key);
  const first = await visit();
  await search.press("Enter");
  await expect.poll(visit).not.toBe(first);
  await page.goBack();
  await expect(page).toHaveURL(/events$/);
  await expect(search).toHaveValue("");
});

test("typing goes on during a search, and a late answer is not shown", everyday, async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(/upcoming-events\.data\?.*search=clean(&|$)/, async (route) => {
    await held.promise;
    // The browser may have aborted the request by then.
    await route.continue().catch(() => undefined);
  });
  await page.goto("/upcoming-events");
  await ready(page);
  const search = page.getByLabel("Search events");
  const asked = page.waitForRequest(/search=clean(&|$)/);
  await search.pressSequentially("clean");
  await asked;
  await search.pressSequentially("up");
  await expect(page).toHaveURL(/search=cleanup$/);
  held.resolve();
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(/search=cleanup$/);
  await expect(search).toHaveValue("cleanup");

  // If an answer comes between two typed letters, both letters stay.
  const answered = page.waitForResponse(/search=cleanup(\+|%20)d(&|$)/);
  await search.pressSequentially(" d");
  await answered;
  await search.pressSequentially("rive", { delay: 100 });
  await expect(search).toHaveValue("cleanup drive");
  await expect(page).toHaveURL(/search=cleanup\+drive$/);
});

test("a choice made before an earlier one has loaded adds to it", async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.goto("/upcoming-events");
  await ready(page);
  await page.route(/upcoming-events\.data/, async (route) => {
    await held.promise;
    // The browser may have aborted the request by then.
    await route.continue().catch(() => undefined);
  });
  await page.getByRole("link", { name: "This weekend" }).first().click();
  await page.getByRole("link", { name: "Has room" }).click();
  const search = page.getByLabel("Search events");
  const asked = page.waitForRequest(/search=a/);
  await search.fill("a");
  await asked;
  await page.getByRole("button", { name: /^Event type/ }).click();
  await page.getByRole("checkbox", { name: "Clean up Drive" }).check();
  held.resolve();
  await expect(page).toHaveURL(/search=a&category=cleanup&from=\S+&to=\S+&room=1$/);
  await expect(search).toHaveValue("a");
  await expect(page.getByRole("link", { name: "Has room" })).toHaveAttribute("aria-current", "true");

  // A cleared choice stays cleared.
  await page.getByRole("checkbox", { name: "Clean up Drive" }).uncheck();
  await expect(page).toHaveURL(/search=a&from=\S+&to=\S+&room=1$/);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Has room" }).click();
  await expect(page).toHaveURL(/search=a&from=\S+&to=\S+$/);
});

test("a card that stays in the list keeps focus, and pressing it wins over the last letter typed", async ({ page }) => {
  const title = "Matosinhos Beach Cleanup";
  await page.goto("/upcoming-events?search=cleanup");
  await ready(page);
  const card = page.getByRole("link", { name: `View Event: ${title}` });
  const search = page.getByLabel("Search events");
  await search.fill(title.slice(0, -1));
  // The keyboard reaches the card before the answer comes.
  await card.focus();
  await expect(page.getByText("Showing 1 event")).toBeVisible();
  await expect(card).toBeFocused();

  await page.route(/view-event\/.*\.data/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await search.press("End");
  await search.press(title.slice(-1));
  // A browser that is busy at that moment, for longer than the pause in typing.
  await card.evaluate((link: HTMLAnchorElement) => {
    link.click();
    for (const end = Date.now() + 500; Date.now() < end;);
  });
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
});

test("going back wins over the last letter typed", async ({ page }) => {
  await page.goto("/community");
  await ready(page);
  await page.getByRole("banner").getByRole("link", { name: "Upcoming Events" }).click();
  await page.route(/community\.data/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  // All letters are typed at once: a busy machine would take longer than the search waits.
  await page.getByLabel("Search events").evaluate((box: HTMLInputElement) => {
    box.value = "a";
    box.dispatchEvent(new Event("input", { bubbles: true }));
    history.back();
  });
  await expect(page.getByRole("heading", { level: 1, name: "Upcoming Events" })).toBeHidden();
  await expect(page).toHaveURL(/\/community$/);
});

test("words typed before the script has loaded are searched for once it has", async ({ page }) => {
  await page.route("**/*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.goto("/upcoming-events", { waitUntil: "commit" });
  await page.getByLabel("Search events").pressSequentially("cleanup");
  await expect(page).toHaveURL(/search=cleanup$/);
  await expect(page.getByLabel("Search events")).toHaveValue("cleanup");
});

test("Enter at the moment the list arrives adds no step", async ({ page }) => {
  await page.goto("/upcoming-events");
  await ready(page);
  const search = page.getByLabel("Search events");
  await page.evaluate(() => {
    const push = history.pushState.bind(history);
    history.pushState = (...step) => {
      push(...step);
      history.pushState = push;
      document.querySelector<HTMLFormElement>("form[role=search]")!.requestSubmit();
    };
  });
  const steps = await page.evaluate(() => history.length);
  await search.pressSequentially("cleanup");
  await expect(page).toHaveURL(/events\?search=cleanup$/);
  await expect(page.getByRole("article").filter({ hasText: "Food Distribution" })).toHaveCount(0);
  expect(await page.evaluate(() => history.length)).toBe(steps + 1);
});
