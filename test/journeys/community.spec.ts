import { becomeMember, closeNotice, everyday, expect, newPerson, ready, register, test } from "./journey.ts";

test("a visitor is asked to log in, comes back, and has joined a community once", everyday, async ({ page }) => {
  await page.goto("/community");
  await ready(page);
  await expect(page.getByRole("heading", { level: 1, name: "Our Communities" })).toBeVisible();
  const card = page.getByRole("article").filter({ hasText: "Forest School" });
  const count = async () => Number(/(\d+) members/.exec(await card.innerText())?.[1]);
  const before = await count();
  await card.getByRole("button", { name: "Join Community" }).click();
  await page
    .getByRole("alert")
    .filter({ hasText: "Please Login to join community" })
    .getByRole("link", { name: "Login" })
    .click();
  await page.getByRole("main").getByRole("link", { name: "Register" }).click();
  await expect(page.getByText("Register, and you join:Forest School")).toBeVisible();
  await register(page, newPerson(), false);

  await expect(page.getByRole("heading", { level: 1, name: "Our Communities" })).toBeVisible();
  await expect(page.getByText("You have joined the community!")).toBeVisible();
  const sheet = page.getByRole("dialog", { name: "You’re one of us" });
  await expect(sheet.getByLabel("Mail me about its events")).toBeChecked();
  await expect(sheet.getByLabel("Show me on its page")).not.toBeChecked();
  await sheet.getByRole("button", { name: "Done" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(card.getByRole("button", { name: "Already Joined" })).toBeDisabled();
  // Other journeys may join in the meantime.
  await expect.poll(count).toBeGreaterThan(before);
  await page.reload();
  await expect(card.getByRole("button", { name: "Already Joined" })).toBeDisabled();

  await card.getByRole("button", { name: "Leave Forest School" }).click();
  await expect(page.getByText("You have left the community.")).toBeVisible();
  await expect(card.getByRole("button", { name: "Join Community" })).toBeEnabled();
  await expect(card).toBeFocused();

  await page.getByRole("button", { name: /^Your account/ }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await closeNotice(page, "Successfully Logout!");
  await expect(card.getByRole("button", { name: "Join Community" })).toBeEnabled();
});

test("long descriptions are cut to 60 characters and three dots", async ({ page }) => {
  await page.goto("/community");
  const text = await page.getByRole("article").first().locator("p").first().innerText();
  expect(text).toMatch(/\.\.\.$/);
  expect(text.length).toBeLessThanOrEqual(63);
  // The visible part ends with a whole word.
  const hidden = page.getByRole("article").first().locator("p").first().locator("span");
  expect(text.endsWith(`${await hidden.textContent()}...`)).toBe(true);
  await expect(hidden).toHaveCSS("font-size", "0px");
  // The hidden part begins with a space, where a line could break and leave the dots alone on the next line.
  await expect(hidden).toHaveCSS("white-space", "nowrap");

  // On a phone the whole picture is beside the title; the link to the rest is below the text on every card.
  const card = page.getByRole("article").first();
  const picture = await card.locator("img").boundingBox();
  expect((picture?.width ?? 0) / (picture?.height ?? 1)).toBeCloseTo(1.6, 1);
  expect((await card.boundingBox())?.height).toBeLessThanOrEqual(210);
  // The link that unfolds the text and the join button share a line, at its two ends.
  const more = (await card.getByText("Read more").boundingBox())!;
  const join = (await card.getByRole("button").last().boundingBox())!;
  const cut = (await card.locator("p:visible").boundingBox())!;
  expect(join.y - cut.y - cut.height).toBe(8);
  await expect(card.locator("p:visible")).not.toHaveCSS("text-wrap-style", "balance");
  expect(Math.abs(more.y + more.height / 2 - join.y - join.height / 2)).toBeLessThan(4);
  await expect(card.locator("summary > span")).toHaveCSS("display", "block");
  // The only filled button is the view's own: the header has none.
  await expect(page.getByRole("banner").locator(".btn-primary")).toHaveCount(0);

  // The whole text unfolds without script, and folds again.
  await page.setViewportSize({ width: 1280, height: 720 });
  const others = page.getByRole("article").nth(1);
  const boxes = () =>
    Promise.all(
      [card.locator(":scope > :first-child"), card.getByRole("heading"), others].map((one) => one.boundingBox()),
    );
  const [closed, height] = [await boxes(), (await card.boundingBox())!.height];
  await page.setViewportSize({ width: 375, height: 740 });
  await card.getByText("Read more").click();
  const whole = await card.locator("p:visible").first().innerText();
  expect(whole.startsWith(text.slice(0, 50))).toBe(true);
  expect(whole.length).toBeGreaterThan(63);
  // The report link is on the line of 'Read less', and not where 'Read more' was.
  const [less, report] = [
    await card.getByText("Show less").boundingBox(),
    await card.getByText("Report").boundingBox(),
  ];
  expect(Math.abs(less!.y + less!.height / 2 - report!.y - report!.height / 2)).toBeLessThan(2);
  expect(report!.x).toBeGreaterThan(more.x + 80);
  // Beside others, only this card grows: its picture and title stay where they are, and so does the next card.
  await page.setViewportSize({ width: 1280, height: 720 });
  expect(await boxes()).toEqual(closed);
  expect((await card.boundingBox())!.height).toBeGreaterThan(height);
  await page.setViewportSize({ width: 375, height: 740 });
  await card.getByText("Show less").click();
  await expect(card.locator("p:visible").first()).toHaveText(text);
});

test("a message to the site survives a reload, is checked, and is sent", everyday, async ({ page }) => {
  await page.goto("/contact");
  await ready(page);
  await page.getByLabel("Message", { exact: true }).fill("Can I bring my dog? 🐕");
  await page.reload();
  await ready(page);
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Can I bring my dog? 🐕");
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Please tell us your name.")).toBeVisible();
  await page.getByLabel("Name").fill("Journey Tester");
  await page.getByLabel("Email", { exact: true }).fill("tester@demo.example");
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByRole("heading", { name: "Your message was sent" })).toBeFocused();
  await expect(page.getByText("we will write to tester@demo.example")).toBeVisible();
  await page.getByRole("button", { name: "Write another message" }).click();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("");
});

test("a member's name and address are filled in for a message and the newsletter, and stay as typed", async ({
  page,
}) => {
  const member = await becomeMember(page);
  await page.goto("/contact");
  await ready(page);
  const name = page.getByLabel("Name");
  await expect(name).toHaveValue(member.name);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(member.email);
  await name.fill("Another name");
  await page.reload();
  await ready(page);
  await expect(name).toHaveValue("Another name");
  await page.goto("/");
  await expect(page.getByLabel("Your e-mail address")).toHaveValue(member.email);
});
