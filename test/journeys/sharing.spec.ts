import { expect, haveOthersEvent, newEvent, ready, test } from "./journey.ts";

// Sharing an event's address: by the device's own dialog if it has one, otherwise by copying. This browser has none, so
// a stand-in records its arguments.

test("an event's address is copied if the device has no share dialog, and a failure is reported", async ({
  page,
  context,
}) => {
  const path = await haveOthersEvent();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(path);
  await ready(page);
  const share = page.getByRole("button", { name: "Share" });
  await share.click();
  await expect(page.getByText("Copied", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

  await page.reload();
  await ready(page);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("", "NotAllowedError"));
  });
  await share.click();
  await expect(page.getByRole("alert")).toContainText(page.url());
  await expect(page.getByText("Copied", { exact: true })).toBeHidden();
});

test("an event is shared with the device's own dialog, and closing that copies nothing", async ({ page, context }) => {
  const event = newEvent();
  const path = await haveOthersEvent(event);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    const handed: ShareData[] = [];
    Object.assign(globalThis, { handed });
    navigator.share = (data) => {
      handed.push(data ?? {});
      return handed.length > 1 ? Promise.reject(new DOMException("", "AbortError")) : Promise.resolve();
    };
  });
  await page.goto(path);
  await ready(page);
  await page.evaluate(() => navigator.clipboard.writeText("what was there"));
  const share = page.getByRole("button", { name: "Share" });
  const handed = () => page.evaluate(() => (globalThis as unknown as { handed: ShareData[] }).handed);
  for (const times of [1, 2]) {
    await share.click();
    await expect.poll(async () => (await handed()).length).toBe(times);
  }
  const told = { title: event.title, url: page.url() };
  expect(await handed()).toEqual([told, told]);
  await expect(page.getByText("Copied", { exact: true })).toBeHidden();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("what was there");
});
