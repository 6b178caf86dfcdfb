import type { Locator, Page } from "@playwright/test";

import { becomeMember, expect, haveOthersEvent, newEvent, newPerson, ready, register, test } from "./journey.ts";

/** Expects that a field is marked, shows its error, and has focus. */
async function isRefused(field: Locator, sentence: string) {
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(sentence);
  await expect(field).toBeFocused();
}
const hiddenEdge = "This begins or ends with an invisible character. Please type it again.";
const noAddress = "This does not look like an e-mail address.";

async function writeToUs(page: Page, name: string, email: string) {
  await page.getByLabel("Name").fill(name);
  await page.locator("main").getByLabel("Email").fill(email);
  await page.getByLabel("Message").fill("Hello there");
  await page.getByRole("button", { name: "Send message" }).click();
}

test.describe("a form", () => {
  test.use({ expectedFailures: [/api\/(contact|join-event)$/] });

  test("accepts an address with letters beyond ASCII, and marks the field that the server refuses", async ({
    page,
  }) => {
    await page.goto("/contact");
    await ready(page);
    const email = page.locator("main").getByLabel("Email");
    await writeToUs(page, "Zoë", "zoe");
    await isRefused(email, noAddress);
    // Only the server refuses these: an impossible domain, and an invisible character.
    await writeToUs(page, "Zoë", "zoe@xn--a.example");
    await isRefused(email, noAddress);
    await writeToUs(page, "Zoë\u200b", "zoe@example.org");
    await isRefused(page.getByLabel("Name"), hiddenEdge);
    await expect(email).not.toHaveAttribute("aria-invalid", "true");
    await writeToUs(page, "Zoë", "zoë@bücher.example");
    await expect(page.getByText("zoë@bücher.example")).toBeVisible();
  });

  test("marks the guest whose name is refused", async ({ page }) => {
    await becomeMember(page);
    await page.goto(await haveOthersEvent(newEvent({ max: "9" })));
    await ready(page);
    await page.getByRole("button", { name: "Bring others along" }).click();
    const dialog = page.getByRole("dialog", { name: "Join with others" });
    await dialog.getByText("2", { exact: true }).click();
    await dialog.getByLabel("First name 1").fill("Rita");
    await dialog.getByLabel("First name 2").fill("Rui\u200b");
    await dialog.getByRole("button", { name: /^Join/ }).click();
    await isRefused(dialog.getByLabel("First name 2"), hiddenEdge);
    await expect(dialog.getByLabel("First name 1")).not.toHaveAttribute("aria-invalid", "true");
  });
});

test("a person with ü in their address registers, and logs in with a password", async ({ page }) => {
  const person = newPerson("Jürgen");
  const email = person.email.replace("tester", "jürgen").replace("@", "@bücher.");
  await page.goto("/register");
  await ready(page);
  await register(page, { ...person, email });
  await page.context().clearCookies();
  await page.goto("/login");
  await ready(page);
  await page.getByLabel("Email", { exact: true }).fill(email.replace("bücher", "xn--bcher-kva").toUpperCase());
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).not.toHaveURL(/\/login$/);
});
