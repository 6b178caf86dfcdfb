import type { Page } from "@playwright/test";

import { expectAccessible } from "./accessible.ts";
import { everyday, expect, failOnce, newPerson, ready, test } from "./journey.ts";
import { startMailSite } from "./mail-site.ts";
import { pathIn } from "./mailbox.ts";

// From a visitor to a registrant with a spot, on a phone, on a site that sends mail.

test.use({ expectedFailures: [/mailed\//] });
// These run one after the other, so that they share one site.
test.describe.configure({ mode: "default" });

let site: Awaited<ReturnType<typeof startMailSite>>;
test.beforeAll(async () => {
  site = await startMailSite({ demo: "on" });
});
test.afterAll(() => site.stop());

const phone = { width: 375, height: 740 };
/** The paths of upcoming events with many free spots. */
async function roomyEvents(): Promise<string[]> {
  type Listed = { _id: string; capacity: number | null; participant: number; waitlisted: number };
  const events = (await (await fetch(`${site.address}/api/events`)).json()) as Listed[];
  return events
    .filter(({ capacity, participant, waitlisted }) => (capacity ?? 99) - participant > 9 && waitlisted === 0)
    .map(({ _id }) => `/view-event/${_id}`);
}
/** The sheet's words without its event and the time. */
const withoutEvent = (said: string) => said.replace(/\n[^]*?(?=We sent a code)/, "\n").replace(/\d+:\d\d/, "");
const counted = (page: Page) => page.locator(".participants").getByText(/^\d+ of \d+$/);

test("a visitor gets a spot with two fields and a code", everyday, async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.address, viewport: phone });
  const page = await context.newPage();
  // Loads as on a slow phone in a slow network.
  const devtools = await context.newCDPSession(page);
  const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
  await devtools.send("Network.emulateNetworkConditions", network);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const { name, email } = newPerson("Nora Lind");
  const [path = ""] = await roomyEvents();
  // Set before the page loads: if requests are intercepted only later, one may bypass the route.
  await failOnce(page, /mailed\/join/, "unreachable");
  await page.goto(path);
  await ready(page);
  const before = await counted(page).innerText();

  // It takes two taps and two fields.
  await page.getByRole("button", { name: "Join Event" }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("heading", { name: "Please login to join event" })).toBeVisible();
  await expect(sheet.getByRole("textbox")).toHaveCount(2);
  await expect(sheet.getByLabel("Name")).toBeFocused();
  // The event is beside its day, with its full time and location.
  const title = await page.getByRole("heading", { level: 1 }).innerText();
  const recap = sheet.getByText(title, { exact: true }).locator("..");
  await expect(recap).toHaveText(/\w{3}, \d+:\d\d [AP]M.* · \S/);
  expect((await recap.boundingBox())?.height).toBeLessThanOrEqual(66);
  const inShort = recap.locator("p").last();
  expect(await inShort.evaluate((line) => line.scrollWidth - line.clientWidth)).toBeLessThanOrEqual(0);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await expectAccessible(page);
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await page.keyboard.type(email);
  // A failed call loses nothing.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "could not reach" })).toBeVisible();
  await expect(sheet.getByLabel("Email")).toHaveValue(email);
  await sheet.getByRole("button", { name: "Join Event" }).click();

  const code = sheet.getByLabel("Code from the e-mail");
  await expect(code).toBeFocused();
  // The page still names the event that the code is for.
  await expect(recap).toBeVisible();
  await expect(sheet.getByText(/^Your spot is held until \d+:\d\d [AP]M\./)).toBeVisible();
  await expectAccessible(page);
  const taken = Number(before.split(" ")[0]);
  await expect(counted(page)).toHaveText(before.replace(/^\d+/, String(taken + 1)));

  // After closing the sheet, or losing the page, the bar leads back to it.
  await page.keyboard.press("Escape");
  await page.reload();
  const bar = page.locator(".join-bar");
  await expect(bar.getByText("Held for you")).toBeVisible();
  await expect(page.getByRole("button", { name: "Join Event" })).toHaveCount(0);
  await expectAccessible(page);
  // The button to give back is tall enough for a finger, and on a tablet the bar's main button is at its end.
  const giveBack = await bar.getByRole("button", { name: "Give the spot back" }).boundingBox();
  expect(giveBack?.height).toBeGreaterThanOrEqual(44);
  await page.setViewportSize({ width: 768, height: 1024 });
  const wayOn = await bar.getByRole("button", { name: "Enter the code" }).boundingBox();
  expect((wayOn?.x ?? 0) + (wayOn?.width ?? 0)).toBeCloseTo(768 - 24, 0);
  // Both buttons are side by side there.
  const wayBack = await bar.getByRole("button", { name: "Give the spot back" }).boundingBox();
  expect(wayBack?.y).toBeCloseTo(wayOn?.y ?? NaN, 0);
  await page.setViewportSize(phone);
  await bar.getByRole("button", { name: "Enter the code" }).click();

  const mailed = await site.codeTo(email);
  await code.fill(mailed.code === "000000" ? "000001" : "000000");
  await expect(sheet.getByText("This is not the code from the newest e-mail.")).toBeVisible();
  await code.fill(mailed.code);
  await expect(sheet.getByRole("heading", { name: "You're in" })).toBeFocused();
  // The result is announced once, with time and location, the next actions, and where to find it again.
  await expect(sheet.getByRole("heading")).toHaveCount(1);
  await expect(sheet.getByText(/^\w{3}, \w{3} \d+, \d+:\d\d [AP]M.* · \S/)).toBeVisible();
  await expect(sheet.getByRole("button", { name: /^(Add to calendar|Share)$/ })).toHaveCount(2);
  await expect(sheet.getByRole("link", { name: /^(Directions to|See your joined events)/ })).toHaveCount(2);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Already Joined" })).toBeDisabled();
  await expect(page.getByRole("button", { name: /^Your account/ })).toBeVisible();
  await context.close();
});

test("a known member sees the same, and logs in with the link's one button, in any browser", async ({ browser }) => {
  const [first = "", second = ""] = await roomyEvents();
  const { name, email } = newPerson("Nora Lind");
  const ask = async (path: string) => {
    const page = await browser.newPage({ baseURL: site.address, viewport: phone });
    await page.goto(path);
    await ready(page);
    await page.getByRole("button", { name: "Join Event" }).click();
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Email").fill(email);
    await page.getByRole("dialog").getByRole("button", { name: "Join Event" }).click();
    await expect(page.getByText("We sent a code to")).toBeVisible();
    return { page, said: await page.getByRole("dialog").innerText() };
  };
  const stranger = await ask(first);
  const enter = async (count: number, path: string) => {
    const other = await browser.newPage({ baseURL: site.address, viewport: phone });
    const { mail } = await site.codeTo(email, count);
    await other.goto(pathIn(mail));
    await ready(other);
    // Only a press logs the reader in.
    await expect(other.getByRole("main").getByRole("button")).toHaveCount(1);
    await expectAccessible(other);
    await other.getByRole("button", { name: "Log in and join" }).click();
    await expect(other).toHaveURL(path);
    await expect(other.getByRole("button", { name: "Already Joined" })).toBeDisabled();
    return other;
  };
  const entered = await enter(1, first);
  const known = await ask(second);
  expect(withoutEvent(known.said)).toBe(withoutEvent(stranger.said));
  const again = await enter(2, second);

  // The requesting browser is not logged in yet, and notices when it becomes visible again.
  await known.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(known.page.getByText("You have confirmed in another browser.")).toBeVisible();
  await expect(known.page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  for (const page of [stranger.page, entered, known.page, again]) await page.close();
});
