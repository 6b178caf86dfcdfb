import { haveGate } from "./gate-site.ts";
import { expect, origin, test } from "./journey.ts";

// Without a network.
test.use({ expectedFailures: [/api\/gates\/sync$/] });

test("a list says when it opens, a paper list when marking starts, and a closed list when it closed", async ({
  page,
  context,
}) => {
  const gate = await haveGate(0, ["Rui Paz"]);
  await page.setViewportSize({ width: 375, height: 740 });
  await page.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() + Number(localStorage.getItem("later"));
  });
  await page.goto((await haveGate(0, ["Zoe Quist"])).address);
  await expect(page.getByText("Zoe Q.")).toBeVisible();
  await page.goto(gate.address);
  await expect(page.getByText("Rui P.")).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await expect(page.locator(".g-bands").first()).toHaveText(/^All sent/);
  await context.setOffline(true);
  const later = async (hours: number) => {
    await page.evaluate((ms) => localStorage.setItem("later", `${ms}`), hours * 3_600_000);
    // Triggers at once the call that the page makes regularly.
    await page.evaluate(() => dispatchEvent(new Event("online")));
  };
  await later(-90);
  await expect(page.getByRole("heading", { name: /^The list opens / })).toBeVisible();
  await expect(page.getByText(/^The event begins \w+,\s\w+\s\d+,\s\d+:00\s[AP]M\.$/)).toBeVisible();
  // Nothing can have been sent yet.
  await expect(page.getByText("All sent")).toHaveCount(0);
  const other = page.getByRole("main").locator("button bdi");
  await expect(other).toHaveCount(1);

  await later(0);
  await expect(page.getByRole("radio", { name: "1 To come" })).toBeVisible();
  await expect(page.getByText("Tap a name when they come")).toBeVisible();
  await later(3);
  await page.getByRole("button", { name: /^More/ }).click();
  await page.getByRole("button", { name: "Type a paper list back" }).click();
  const fold = page.locator(".besides summary").first();
  await expect(fold).toHaveText(/^Here from \d+:00\s[AP]M$/);
  await fold.click();
  await page.getByRole("radio", { name: "Now" }).check();
  await expect(fold).toHaveText("Here from now");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: /^More/ }).click();
  await page.getByRole("button", { name: "Close the gate" }).click();
  await expect(page.getByText("Tap anyone who did come after all.")).toBeVisible();
  await expect(page.getByText("The event has not begun")).toHaveCount(0);
  await page.goBack();

  // The event is over, but people who came can still be marked.
  await later(50);
  await expect(page.getByRole("radio", { name: "1 Not here" })).toBeVisible();
  await expect(page.getByText("The event is over: tap who was here")).toBeVisible();
  // In the list of people who are here, a tap undoes the mark.
  await page.getByRole("radio", { name: /^Here/ }).check();
  await expect(page.getByText("Tap a name to take it back")).toBeVisible();

  await later(100);
  const closed = page.getByText(/^The list closed on .*\. It is no longer on this device\.$/);
  await expect(closed).toBeVisible();
  // The other event has closed too, so it is not offered.
  await expect(other).toHaveCount(0);
  // The time does not break over two lines.
  expect(await closed.textContent()).toMatch(/ on \w+,\u00a0\w+\u00a0\d+,\u00a0\d+:00\u00a0[AP]M\. /);
  await page.reload();
  await expect(closed).toBeVisible();
  const leaves = page.getByText("Lists are deleted from this device after the event.");
  await expect(leaves).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "No gate on this device" })).toBeVisible();
  await expect(leaves).toBeVisible();
});

test("without a camera a link is pasted, and hidden people of a party stay unmarked", async ({ page }) => {
  const gate = await haveGate(1, ["Rui Paz"]);
  await page.goto("/gate");
  await page.getByRole("button", { name: "Scan the QR code" }).click();
  await expect(page.getByRole("alert")).toContainText("The camera cannot be used here.");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const field = page.getByRole("textbox", { name: "Paste the link" });
  await expect(field).toBeFocused();
  await field.fill(gate.address);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Tap a name when they come")).toBeVisible();

  // The pressed button is gone below the keys, so focus moves to the keys.
  await page.setViewportSize({ width: 375, height: 740 });
  await page.getByRole("button", { name: "Find" }).press("Enter");
  await expect(page.getByRole("group", { name: "Letters" })).toBeFocused();
  await page.getByRole("button", { name: "Done" }).press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 800 });

  const all = page.getByRole("button", { name: /^Mark (all \d|the other)/ });
  const height = async (row: string) =>
    (await page.locator(".party, .row", { hasText: row }).first().boundingBox())?.height;
  await expect(all).toHaveCount(1);
  const before = await height("party");
  // A person whose guardian must still be asked stays marked.
  const child = page.locator(".row", { hasText: "Chidi" });
  await expect(child).toContainText("ask for a guardian");
  for (const row of [0, 1]) await page.locator(".party .row").nth(row).click();
  await page.getByRole("radio", { name: /^Here/ }).check();
  await expect(page.locator(".party .row")).toHaveCount(2);
  await expect(all).toHaveCount(0);
  await page.getByRole("radio", { name: /All$/ }).check();
  await all.click();
  expect(await height("party"), "a party that is all here").toBe(before);
  await expect(child).toContainText("no consent yet");
  await expect(child.locator(".ask")).toHaveText("no consent yet");
  await expect(child).not.toContainText("ask for");
  await page.getByRole("checkbox", { name: "Rui P." }).check();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Rui P. unmarked", { exact: true })).toBeVisible();
});

test.describe("a page whose own script fails to load", () => {
  test.use({ expectedFailures: [/assets\/gate-|api\/gates\/sync$/], serviceWorkers: "block" });

  test("says so after a while, and reloads with the key that it was opened with", async ({ page }) => {
    const gate = await haveGate(0, ["Rui Paz"]);
    await page.route("**/assets/gate-*.js", (route) => route.fulfill({ status: 404 }));
    await page.goto(gate.address);
    const again = page.getByRole("button", { name: "Load it again" });
    await expect(again).toBeHidden();
    await expect(again).toBeVisible({ timeout: 15_000 });
    await page.unroute("**/assets/gate-*.js");
    await again.click();
    await expect(page.getByText("Rui P.")).toBeVisible();
    expect(page.url()).toBe(`${origin}/gate`);
    // This page is not cached on the device, and tells a helper without signal what to do.
    const band = page.locator(".g-bands").first();
    await expect(band).toHaveText(/^All sent/);
    await page.context().setOffline(true);
    await expect(band).toHaveText("Offline");
    await page.getByRole("checkbox", { name: "Rui P." }).check();
    await page.getByRole("button", { name: /^More/ }).click();
    await expect(page.locator(".more > p").first()).toContainText("Leave it open: it can't open again without signal.");
    await expect(page.getByText("They are saved on this device")).toBeVisible();
  });
});
