import { expectAccessible } from "./accessible.ts";
import {
  asThemselves,
  becomeMember,
  everyday,
  expect,
  haveJoined,
  haveOthersEvent,
  newCaller,
  newPerson,
  origin,
  ready,
  test,
} from "./journey.ts";

test.use({ viewport: { width: 375, height: 740 } });

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("an event is reported from its page, and errors are shown", everyday, async ({ page }) => {
    const [path, guest] = [await haveOthersEvent(), await newCaller(newPerson("Gita Guest"))];
    await haveJoined(guest, path);
    const headers = await asThemselves(guest);
    await guest.request.put(`${origin}/api/account/face`, { headers, data: { shown: true } });
    await page.goto(path);
    await page.getByRole("link", { name: "Report this event" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Report something");
    await expect(page.getByRole("radio", { name: "The event", exact: true })).toBeChecked();
    // A person whose face is on the event's page can be reported.
    await expect(page.getByRole("radio", { name: "The photo of Gita, who has joined" })).toBeVisible();
    await page.getByRole("radio", { name: "Something else" }).check();
    await page.getByLabel("Your e-mail address").fill("neighbor@example.org");
    await page.getByRole("button", { name: "Send report" }).click();
    await expect(page.getByText("Please tell us what is wrong.")).toBeVisible();
    await expect(page.getByRole("radio", { name: "Something else" })).toBeChecked();
    await expect(page.getByLabel("Your e-mail address")).toHaveValue("neighbor@example.org");
    await page.getByLabel("In your words").fill("Nobody was there.");
    await page.getByRole("button", { name: "Send report" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you");
    await page.getByRole("link", { name: "Back to the event" }).click();
    await expect(page).toHaveURL(/view-event/);
  });
});

test("a member reports a community without giving an address, and is told first what is missing", async ({ page }) => {
  await becomeMember(page);
  await page.goto("/community");
  // The link stands at the end of the group's text.
  const card = page.getByRole("article").first();
  await expect(card.getByRole("link", { name: /^Report / })).toBeHidden();
  await card.getByText("Read more").click();
  await card.getByRole("link", { name: /^Report / }).click();
  await ready(page);
  await expect(page.getByLabel("Your e-mail address")).toHaveCount(0);
  await page.getByRole("button", { name: "Send report" }).click();
  const missing = await page.getByText("Please choose what is wrong.").boundingBox();
  const first = page.getByRole("radio", { name: "Advertising, or fraud" });
  expect(missing?.y).toBeLessThan((await first.boundingBox())?.y ?? 0);
  await expect(first).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await expectAccessible(page);
  await page.getByRole("radio", { name: "It is not true, or not theirs" }).check();
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you");
});
