import { expect, failOnce, newPerson, ready, test } from "./journey.ts";

// A message that cannot be sent.
test.use({ expectedFailures: [/api\/contact/] });

const noDatabase = "We cannot reach our database right now. Please try again in a moment.";
const noNetwork = "We could not reach Goodturn. Please check your connection and try again.";

test("a failure leaves with its page, and one that comes after the page says nothing of it", async ({ page }) => {
  const failed = "Your message could not be sent.";
  const kept = "What you typed is still here.";
  const elsewhere = page.getByRole("contentinfo").getByRole("link", { name: "About Us" });
  const toast = page.getByRole("alert").locator(".toast-note");
  const send = page.getByRole("button", { name: "Send Message" });
  await page.goto("/contact");
  await ready(page);
  await page.getByLabel("Name").fill("Ana");
  await page.getByLabel("Email", { exact: true }).fill(newPerson().email);
  await page.getByLabel("Message", { exact: true }).fill("Where do I park my bicycle?");
  await failOnce(page, "**/api/contact", "unavailable");
  await send.click();
  await expect(toast).toHaveText(`${noDatabase} ${failed} ${kept}`);
  // The pointer keeps the note for as long as it is there.
  await toast.hover();
  await elsewhere.press("Enter");
  await expect(page).toHaveURL(/\/aboutUs$/);
  await expect(toast).toHaveCount(0);

  await page.goBack();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Where do I park my bicycle?");
  const { promise: isAway, resolve: away } = Promise.withResolvers<void>();
  await page.route("**/api/contact", (route) => isAway.then(() => route.abort("connectionfailed")), { times: 1 });
  await send.click();
  await elsewhere.click();
  await expect(page).toHaveURL(/\/aboutUs$/);
  away();
  await expect(toast).toHaveText(`${noNetwork} ${failed}`);

  // A success is true on every page.
  await page.goBack();
  await expect(toast).toHaveCount(0);
  await page.goto("/");
  await ready(page);
  await page.getByLabel("Your e-mail address").fill(newPerson().email);
  await page.getByRole("button", { name: "Subscribe" }).click();
  const done = page.getByRole("status").locator(".toast-note");
  await expect(done).toContainText("Subcribed successfully");
  await done.hover();
  await elsewhere.press("Enter");
  await expect(page).toHaveURL(/\/aboutUs$/);
  await expect(done).toContainText("Subcribed successfully");
});
