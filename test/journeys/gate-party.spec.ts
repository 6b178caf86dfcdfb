import type { Page } from "@playwright/test";

import { expect, expectNoSidewaysScroll, logIn, type newCaller, ready, test } from "./journey.ts";
import { gateOf, haveGate } from "./gate-site.ts";
import { expectForOutdoors } from "./outdoors.ts";

const band = (page: Page) => page.locator(".g-bands").first();
/** Triggers at once the call that the page makes regularly. */
const ask = (page: Page) => page.evaluate(() => dispatchEvent(new Event("online")));

async function addWalkIn(page: Page, name: string) {
  await page.getByRole("button", { name: "Walk-in" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: /^Add / }).click();
}

test("a found person comes with the whole party, and a tap notes on all phones that a guardian was asked", async ({
  page,
  browser,
}) => {
  const gate = await haveGate(1, ["Rui Paz"]);
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto(gate.address);
  await expect(page.locator(".row")).toHaveCount(7);
  const codes = new Map((await gateOf(gate)).people.map(({ name, code }) => [name, code]));

  // In the list by name, a child comes first, with all the others of the party and one button.
  await page.getByRole("button", { name: "Find" }).click();
  for (const letter of "CHI") await page.getByRole("button", { name: letter, exact: true }).click();
  const found = page.locator(".found");
  await expect(found.locator(".row")).toHaveCount(6);
  await expect(found.locator(".row").first()).toContainText("Chidi");
  await expect(found.getByRole("button", { name: "Mark all 6" })).toBeVisible();
  await expectForOutdoors(page);
  await page.getByRole("button", { name: "Clear" }).click();
  // A person who comes alone has no frame.
  for (const letter of "RU") await page.getByRole("button", { name: letter, exact: true }).click();
  await expect(found.locator(".row")).toHaveCount(1);
  await expect(found.locator(".party")).toHaveCount(0);
  await page.getByRole("button", { name: "Clear" }).click();
  // The party is found by code, on the same keys.
  await page.getByRole("button", { name: "2–9" }).click();
  for (const letter of codes.get("Bo 0") ?? "") await page.getByRole("button", { name: letter, exact: true }).click();
  await expect(found.locator(".row").first()).toContainText("Bo");
  await found.getByRole("button", { name: "Mark all 6" }).click();
  await expect(found.getByText("6 of 6 here")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Here 0 of 7")).toBeVisible();

  // The code is typed in the view that scans codes.
  await page.getByRole("button", { name: "Scan" }).click();
  await expect(page.getByText("This device has no camera that we can use.")).toBeVisible();
  await page.keyboard.type(codes.get("Ana 0") ?? "");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Mark all 6" })).toBeVisible();
  await page.getByRole("button", { name: "Back to the list" }).click();
  // From a paper list: a ticked person is marked, and the others of the party are offered.
  await page.getByRole("button", { name: /^More/ }).click();
  await page.getByRole("button", { name: "Type a paper list back" }).click();
  await page.keyboard.type(codes.get("Ana 0") ?? "");
  await page.getByRole("button", { name: /’s party: mark the other 5$/ }).click();
  await expect(page.locator(".tl li")).toHaveCount(6);
  await expect(page.getByText("6 of 7 here")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();

  // The child is here, and the guardian has not been asked yet.
  const child = page.locator(".party li").filter({ hasText: "Chidi" });
  await expect(child).toContainText("no consent yet");
  const key = child.getByRole("button", { name: "Guardian asked" });
  await expect(key).toHaveAttribute("aria-pressed", "false");
  await key.click();
  await expect(key).toHaveAttribute("aria-pressed", "true");
  await expect(key).toContainText(/\d+:\d\d [AP]M, this device/);
  await expect(child).not.toContainText("no consent yet");
  await expect(page.getByRole("status").filter({ hasText: "Chidi: guardian asked" })).toBeVisible();
  await expectForOutdoors(page);
  await expectNoSidewaysScroll(page);
  await expect(band(page)).toHaveText(/^All sent/);
  const other = await (await browser.newContext({ viewport: { width: 375, height: 740 } })).newPage();
  await other.goto(gate.address);
  const theirs = other.locator(".party li").filter({ hasText: "Chidi" }).getByRole("button");
  await expect(theirs).toContainText(/\d+:\d\d [AP]M, phone 1/);
  await other.context().close();
  const { person } = gate.organizer as Awaited<ReturnType<typeof newCaller>>;
  await page.goto("/login");
  await ready(page);
  await logIn(page, person);
  await page.goto(`/manage-events/${gate.eventId}`);
  await expect(page.getByText(/Chidi 0 \(under 18, guardian asked \d+:\d\d [AP]M\)/)).toBeVisible();
  // The same key undoes it.
  await page.goto("/gate");
  await key.click();
  await expect(key).toHaveAttribute("aria-pressed", "false");
  await expect(band(page)).toHaveText(/^All sent/);
  const asked = (await gateOf(gate)).people as { guardianAskedAt?: string | null }[];
  expect(asked.filter(({ guardianAskedAt }) => guardianAskedAt)).toEqual([]);
});

test("a walk-in's hint stays on its phone, and two walk-ins are merged by a tap, and separated again", async ({
  page,
  browser,
}) => {
  const gate = await haveGate(0, ["Rui Paz"]);
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto(gate.address);
  await expect(page.locator(".row")).toHaveCount(1);
  await addWalkIn(page, "Marta (dog walker)");
  await expect(band(page)).toHaveText(/^All sent/);
  await expect(page.getByText("Marta (dog walker)")).toBeVisible();
  const other = await (await browser.newContext({ viewport: { width: 375, height: 740 } })).newPage();
  await other.goto(gate.address);
  await expect(other.locator(".row").filter({ hasText: "Marta" })).toHaveText(/Marta\s*Here/);
  expect(await other.locator("body").textContent()).not.toContain("dog");
  await addWalkIn(other, "Marta Sousa");
  await expect(band(other)).toHaveText(/^All sent/);
  await ask(page);
  await expect(page.getByText("and 2 walk-ins")).toBeVisible();
  // The key is only at the later of the two.
  const same = page.getByRole("button", { name: "Same person" });
  await expect(same).toHaveCount(1);
  await expectForOutdoors(page);
  await same.click();
  await expect(page.getByText("and 1 walk-in")).toBeVisible();
  await expect(page.locator(".row").filter({ hasText: "Marta" })).toHaveCount(1);
  await expect(band(page)).toHaveText(/^All sent/);
  await ask(other);
  await expect(other.getByText("and 1 walk-in")).toBeVisible();
  expect((await gateOf(gate)).walkIns).toHaveLength(1);
  await other.getByRole("button", { name: "Not the same person" }).click();
  await expect(other.getByText("and 2 walk-ins")).toBeVisible();
  await expect(band(other)).toHaveText(/^All sent/);
  expect((await gateOf(gate)).walkIns).toHaveLength(2);
  await other.context().close();
});

test("data that a phone stored with the previous version opens, and everything is read again", async ({ page }) => {
  const gate = await haveGate(1);
  await page.goto(gate.address);
  await expect(page.locator(".row")).toHaveCount(6);
  const chidi = page.locator(".party li").filter({ hasText: "Chidi" });
  await chidi.getByRole("button", { name: "Guardian asked" }).click();
  await page.getByRole("checkbox", { name: "Chidi" }).check();
  await expect(band(page)).toHaveText(/^All sent/);
  // The data as an earlier version stored them: without newer fields, and with a waiting mark.
  await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open("goodturn-gate", 1);
      opening.addEventListener("success", () => resolve(opening.result));
    });
    const tx = db.transaction(["gates", "marks"], "readwrite");
    const allIn = (name: string) =>
      new Promise<Record<string, unknown>[]>((resolve) => {
        const asked = tx.objectStore(name).getAll();
        asked.addEventListener("success", () => resolve(asked.result as Record<string, unknown>[]));
      });
    const [gates, marks] = await Promise.all([allIn("gates"), allIn("marks")]);
    for (const kept of gates) {
      delete kept["read"];
      tx.objectStore("gates").put(kept);
    }
    for (const mark of marks) {
      delete mark["sameAs"];
      if (mark["kind"] === "here") tx.objectStore("marks").put({ ...mark, seq: null, status: "waiting" });
      else tx.objectStore("marks").delete(mark["id"] as string);
    }
    await new Promise((resolve) => tx.addEventListener("complete", resolve));
    db.close();
  });
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Chidi" })).toBeChecked();
  await expect(chidi.getByRole("button")).toHaveAttribute("aria-pressed", "true");
  await expect(band(page)).toHaveText(/^All sent/);
  expect((await gateOf(gate)).people.filter(({ state }) => state === "here")).toHaveLength(1);
});
