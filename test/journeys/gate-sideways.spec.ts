import { nearestTo } from "#gate/typed-codes.ts";
import { codeLetters } from "#domain/gates/rules.ts";

import { expectAccessible } from "./accessible.ts";
import { gateOf, haveGate } from "./gate-site.ts";
import { asThemselves, expect, origin, test } from "./journey.ts";
import { expectForOutdoors } from "./outdoors.ts";

test("sideways the camera has the width, nothing is cut, and undoing a party names it", async ({ page }) => {
  const gate = await haveGate(1, ["Ольга Иванова", "Δήμητρα Παππά", "田中 由紀"]);
  const { people } = await gateOf(gate);
  await page.setViewportSize({ width: 740, height: 360 });
  await page.goto(gate.address);
  await expect(page.locator(".row")).toHaveCount(9);
  const place = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
  // There is one row above the list: the counts, with 'More' beside them.
  expect((await place(".g-list")).y).toBeLessThanOrEqual(76);
  expect((await place(".g-top .ib")).y).toBeLessThan((await place(".g-list")).y - 56);
  const facts = await place(".g-top > div");
  expect(facts.x, "the event's name").toBeGreaterThanOrEqual((await place(".g-list")).width);
  await expect(page.locator(".g-top h1")).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await expectForOutdoors(page);

  await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 64 });
    setInterval(() => canvas.getContext("2d")?.fillRect(0, 0, 64, 64), 30);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
    class Detector {
      static getSupportedFormats = async () => ["qr_code"];
      detect = async () => {
        const held = document.documentElement.dataset["held"];
        return held ? [{ rawValue: held }] : [];
      };
    }
    Object.assign(window, { BarcodeDetector: Detector });
  });
  const isApart = async (one: string, other: string) => {
    const [first, second] = [await place(one), await place(other)];
    const isAbove = first.y + first.height <= second.y || second.y + second.height <= first.y;
    return isAbove || first.x + first.width <= second.x || second.x + second.width <= first.x;
  };
  await page.getByRole("button", { name: "Scan" }).click();
  await expect(page.getByText("Hold the code in the frame")).toBeInViewport({ ratio: 1 });
  expect((await place(".cam")).width).toBe(740);
  expect(await isApart(".cam p", ".aim"), "the notice and the frame").toBe(true);
  await page.evaluate(
    (code) => void (document.documentElement.dataset["held"] = code),
    people.find(({ name }) => name.startsWith("Head"))?.code ?? "",
  );
  await expect(page.getByText("Who is here?")).toBeInViewport({ ratio: 1 });
  expect((await place(".cam")).width).toBeLessThan(400);
  expect(await isApart(".cam p", ".aim"), "the notice and the frame").toBe(true);
  await expect(page.getByRole("dialog").getByRole("button", { name: "Mark all 6" })).toBeInViewport({ ratio: 1 });
  // People whose guardian must be asked are in view before one press marks all.
  await expect(page.locator(".got .row").first()).toContainText("ask for a guardian");
  await page.locator(".got .row").first().click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Mark the other 5" })).toBeVisible();
  await expect(page.locator(".got .row").first()).toContainText("no consent yet");
  // If it came sooner, it would count as a shaking hand.
  await page.waitForTimeout(1000);
  await page.locator(".got .row").first().click();
  await page.getByRole("button", { name: "Back to the list" }).click();
  // Undoing a mark must not read like an arrival.
  await expect(page.locator(".g-last.undone")).toContainText("unmarked");

  await page.getByRole("button", { name: /^More/ }).click();
  for (const name of ["Type a paper list back", "Close the gate"]) {
    await expect(page.getByRole("button", { name }), name).toBeInViewport({ ratio: 1 });
  }
  await page.getByRole("button", { name: "Close the gate" }).click();
  const rows = page.getByRole("dialog").locator(".row");
  // If two people are side by side, an initial would seem to belong to only one of them.
  await expect(rows.locator(".ltr:visible")).toHaveCount(0);
  for (const row of [0, 1, 2, 3, 4, 5]) await expect(rows.nth(row)).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "Keep the gate open" }).click();
  await page.getByRole("button", { name: /^More/ }).click();
  // All information about the phone is in view beside it, one line below the other.
  const told = page.locator(".more > p");
  await expect(told).toHaveCount(2);
  for (const fact of [0, 1]) await expect(told.nth(fact)).toBeInViewport({ ratio: 1 });
  const [words, below] = await Promise.all([0, 1].map((fact) => told.nth(fact).locator("> span").boundingBox()));
  expect(words!.y + words!.height).toBeLessThan(below!.y);
  await page.getByRole("button", { name: "Type a paper list back" }).click();
  const olga = people.find(({ name }) => name.startsWith("Ольга"));
  const mistyped =
    Array.from(codeLetters, (letter) => `${olga?.code.slice(0, -1)}${letter}`).find(
      (code) => people.every((one) => one.code !== code) && nearestTo(people, code) === olga,
    ) ?? "";
  await page.keyboard.type(mistyped);
  await expect(page.getByRole("button", { name: `${olga?.code}, ` })).toBeInViewport({ ratio: 1 });
  // A code that resembles no other is corrected in its field.
  const far = Array.from(codeLetters, (letter) => letter.repeat(4)).find((code) => !nearestTo(people, code)) ?? "";
  await page.keyboard.type(far);
  await page.getByRole("button", { name: "Correct it" }).click();
  await expect(page.getByLabel("Code")).toHaveValue(far.slice(0, 3));
  await expect(page.getByLabel("Code")).toBeFocused();
  await expect(page.locator(".tl li")).toHaveCount(1);
  for (const _ of [1, 2, 3]) await page.keyboard.press("Backspace");
  await page.getByRole("button", { name: "Done" }).click();

  // Unfolded fields are in view.
  await page.getByRole("button", { name: "Walk-in" }).click();
  await page.getByRole("button", { name: "Phone or e-mail" }).click();
  await expect(page.getByLabel("E-mail", { exact: true })).toBeInViewport({ ratio: 1 });
  const asks = page.getByText("ask for a guardian");
  const before = await asks.count();
  await page.getByRole("checkbox", { name: "Under 18", exact: true }).check();
  await expect(asks).toHaveCount(before + 1);
  await page.getByRole("button", { name: "Back to the list" }).click();

  await page.getByRole("button", { name: "Find" }).click();
  expect((await place(".ph p")).height, "lines of a party's name").toBeLessThan(50);
  const script = (name: string) => page.getByRole("button", { name, exact: true });
  await expect(script("漢字, Han")).toHaveCount(0);
  await script("Other letters").click();
  for (const name of ["ABC, Latin", "АБВ, Cyrillic", "漢字, Han", "2–9"]) {
    await expect(script(name)).toBeInViewport({ ratio: 1 });
  }
  await expect(script("ΑΒΓ, Greek")).toHaveCount(0);
  await expectForOutdoors(page);
  await script("漢字, Han").click();
  await page.getByRole("button", { name: "田" }).click();
  await expect(page.locator(".found .row")).toHaveCount(1);
  await page.getByRole("button", { name: "Done" }).click();

  // A party marked with one press is unmarked with one, and is then named.
  await page.getByRole("button", { name: "Mark all 6" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Head’s party: 6 here" })).toBeVisible();
  await expect(page.getByText("Here 6 of 9")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Head’s party: 6 unmarked" })).toBeVisible();
  const cut = await page.locator(".g-last .deed").evaluate((deed) => deed.scrollHeight - deed.clientHeight);
  expect(cut, "the last press").toBeLessThanOrEqual(1);
  await expect(page.getByText("Here 0 of 9")).toBeVisible();

  // A mark that another phone has contradicted since is not shown and cannot be undone.
  await page.getByRole("checkbox", { name: /^Ольга/ }).check();
  const deed = page.getByRole("status").filter({ hasText: "Ольга И. is here" });
  await expect(deed).toBeVisible();
  await expect(page.locator(".g-bands").first()).toHaveText(/^All sent/);
  const { organizer, eventId } = gate;
  const now = new Date(Date.now() + 1000).toISOString();
  const undone = { id: crypto.randomUUID(), kind: "undone", personId: olga?.id, deviceAt: now };
  const answer = await organizer.request.post(`${origin}/api/gates/${eventId}/marks`, {
    headers: await asThemselves(organizer),
    data: { sentAt: now, marks: [undone] },
  });
  expect(await answer.json()).toMatchObject({ accepted: [undone.id] });
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(deed).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect(page.getByText("Here 0 of 9")).toBeVisible();
});
