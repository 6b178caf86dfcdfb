import type { Page } from "@playwright/test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "uqr";

import { nearestTo } from "#gate/typed-codes.ts";
import { codeAddress, codeLetters } from "#domain/gates/rules.ts";
import { expectAccessible } from "./accessible.ts";
import { gateOf, haveGate, startPhone } from "./gate-site.ts";
import { everyday, expect, origin, test } from "./journey.ts";
import { expectForOutdoors } from "./outdoors.ts";

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gate-"));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

const box = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: false });
const band = (page: Page) => page.locator(".g-bands").first();
/** Triggers at once the call that the page makes regularly. */
const ask = (page: Page) => page.evaluate(() => dispatchEvent(new Event("online")));
const more = async (page: Page, name: string) => {
  await page.getByRole("button", { name: /^More/ }).click();
  await expectForOutdoors(page);
  await page.getByRole("button", { name }).click();
};

test("an offline phone marks a hundred people, and agrees with another", everyday, async ({ page: second }) => {
  const gate = await haveGate(17);
  let [phone, page] = await startPhone(join(folder, "phone"));
  await page.goto(gate.address);
  await expect(page.locator(".row")).toHaveCount(102);
  // The key is neither in the address nor in the history.
  expect(page.url()).toBe(`${origin}/gate`);
  await page.evaluate(async () => navigator.serviceWorker.ready);
  await expect(band(page)).toHaveText(/^All sent/);
  await expectAccessible(page);
  await expectForOutdoors(page);

  await phone.setOffline(true);
  await phone.close();
  [phone, page] = await startPhone(join(folder, "phone"), [], true);
  await page.goto(`${origin}/gate`);
  await expect(page.locator(".row")).toHaveCount(102);
  await page.evaluate(() => {
    for (const input of [...document.querySelectorAll<HTMLInputElement>(".row input")].slice(0, 99)) input.click();
  });
  await page.getByRole("checkbox").last().check();
  await page.getByRole("button", { name: "Walk-in" }).click();
  await page.getByLabel("Name").fill("Marta");
  await page.getByRole("button", { name: "Phone or e-mail" }).click();
  await page.getByLabel("Phone", { exact: true }).fill("+351 912 345 678");
  await expectForOutdoors(page);
  await page.getByRole("button", { name: "Add Marta" }).click();
  await expect(band(page)).toHaveText("Offline · 101 waiting to be sent");
  await expect(page.getByText("Here 100 of 102")).toBeVisible();
  await expectForOutdoors(page);
  await phone.close();

  // Meanwhile a second helper marks at the same event, partly the same people.
  await second.goto("/gate");
  await second.getByLabel("Or paste the link").fill(gate.address);
  await expectAccessible(second);
  await expectForOutdoors(second);
  await second.getByRole("button", { name: "Open", exact: true }).click();
  await expect(second.locator(".row")).toHaveCount(102);
  const [one, other] = [second.getByRole("checkbox").nth(0), second.getByRole("checkbox").nth(100)];
  await one.check();
  await other.check();
  await expect(second.getByText("Here 2 of 102")).toBeVisible();
  await second.getByRole("button", { name: "Undo" }).click();
  await expect(second.getByText("Here 1 of 102")).toBeVisible();
  await expectForOutdoors(second);
  await second.getByRole("button", { name: "Walk-in" }).click();
  await second.getByLabel("Name").fill("Noor");
  await second.getByRole("button", { name: "Add Noor" }).click();
  await expect(band(second)).toHaveText(/^All sent/);

  [phone, page] = await startPhone(join(folder, "phone"), [], true);
  await page.goto(`${origin}/gate`);
  await expect(band(page)).toHaveText("Offline · 101 waiting to be sent");
  await phone.setOffline(false);
  await ask(page);
  await expect(band(page)).toHaveText(/^All sent/);
  await ask(second);
  for (const device of [page, second]) {
    await expect(device.getByText("Here 100 of 102")).toBeVisible();
    await expect(device.getByText("and 2 walk-ins")).toBeVisible();
  }
  expect(await states(page)).toEqual(await states(second));
  const { people, walkIns } = await gateOf(gate);
  expect(people.filter(({ state }) => state === "here")).toHaveLength(100);
  expect(Object.fromEntries(walkIns.map(({ name, phone: number }) => [name, number]))).toEqual({
    Marta: "+351 912 345 678",
    Noor: null,
  });

  await more(page, "Close the gate");
  await expect(page.getByText("2 are not marked.")).toBeVisible();
  await expect(page.getByText("The event has not begun. It starts at ")).toBeVisible();
  await expect(page.getByText("Tap anyone who did come after all.")).toBeVisible();
  await page.getByRole("dialog").getByRole("checkbox").first().check();
  await expectAccessible(page);
  await expectForOutdoors(page);
  await page.getByRole("button", { name: "Close: 1 did not come" }).click();
  await expect(page.getByText("103 people came")).toBeVisible();
  await expectForOutdoors(page);
  await expect(page.locator("dialog .g-bands")).toHaveText(/^All sent/);
  await ask(second);
  await expect(second.getByText("did not come")).toHaveCount(1);
  await expect(band(second)).toContainText("Gate closed. Latecomers still count.");
  await expectForOutdoors(second);
  expect((await gateOf(gate)).isClosed).toBe(true);
  await page.getByRole("button", { name: "Open the gate again" }).click();
  await expect(band(page)).toHaveText(/^All sent/);
  await ask(second);
  await expect(second.getByText("did not come")).toHaveCount(0);
  await phone.close();
});

/** The people here by this device's list. */
const states = (page: Page) =>
  page.locator(".row").evaluateAll((rows) =>
    rows
      .map((row) => `${row.querySelector(".name")?.textContent} ${row.querySelector("input")?.checked}`)
      .toSorted()
      .join("\n"),
  );

test("codes are scanned one after the other, and a paper list is typed back", async () => {
  const gate = await haveGate(10, ["Joana Moura"]);
  const { people } = await gateOf(gate);
  const joana = people.find(({ name }) => name.startsWith("Joana"));
  const video = join(folder, "codes.y4m");
  writeFileSync(
    video,
    videoOf([gate.address, codeAddress(origin, gate.eventId, joana?.code ?? ""), `${origin}/view-event/other#2222`]),
  );
  const [phone, page] = await startPhone(join(folder, "phone"), [
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-video-capture=${video}`,
  ]);
  await page.goto(`${origin}/gate`);
  await expectForOutdoors(page);
  await page.getByRole("button", { name: "Scan the QR code" }).click();
  await expect(page.locator(".row")).toHaveCount(61);
  await page.getByRole("button", { name: "Scan" }).click();
  await expect(page.getByRole("heading", { name: /^Joana M\. is here/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Not on this list" })).toBeVisible();
  // After a successful scan, the code need not be held longer.
  await expect(page.getByText("Ready for the next one")).toBeVisible();
  await expectForOutdoors(page);
  await page.getByRole("button", { name: "Type a code" }).click();
  // A letter that no code contains is named, and forgotten with the next.
  await page.keyboard.type("Z");
  await expect(page.getByText("No code has Z")).toBeVisible();
  // The previous code's result disappears with the next code's first letter.
  await page.keyboard.type("Q");
  await expect(page.getByRole("heading", { name: "Not on this list" })).toBeHidden();
  await expect(page.getByText("No code has Z")).toHaveCount(0);
  await page.keyboard.press("Backspace");
  // A code with one wrong letter, chosen so that no other code is as similar, because codes are random.
  const mistyped =
    Array.from(codeLetters, (letter) => `${people[60]?.code.slice(0, -1)}${letter}`).find(
      (code) => people.every((one) => one.code !== code) && nearestTo(people, code) === people[60],
    ) ?? "";
  await page.keyboard.type(mistyped);
  await expect(page.getByText(`Nobody here has the code ${mistyped}.`)).toBeVisible();
  await expect(page.getByRole("button", { name: `${people[60]?.code}, ` })).toBeVisible();
  await expectForOutdoors(page);
  await page.keyboard.type(people.find(({ name }) => name.startsWith("Head A"))?.code ?? "");
  await expectForOutdoors(page);
  await page.getByRole("dialog").getByRole("button", { name: "Mark all 6" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Back to the list" }).click();
  await expect(page.getByText("Here 7 of 61")).toBeVisible();

  // Sixty codes, one with a wrong letter and one twice; seven of these people are here already.
  await more(page, "Type a paper list back");
  const codes = people.slice(0, 60).map(({ code }) => code);
  await page.keyboard.insertText(`${codes.join("").toLowerCase()}${codes[0]}`);
  await page.keyboard.type(mistyped);
  await expect(page.getByText("1 code to look at again")).toBeVisible();
  await expectForOutdoors(page);
  await page.getByRole("button", { name: new RegExp(`^${people[60]?.code},`) }).click();
  await expect(page.getByText("Each one is marked as you type.")).toBeVisible();
  await expect(page.getByText("61 of 61 here", { exact: true })).toBeVisible();
  const undo = page.locator(".tl").getByRole("button", { name: /^Undo: / });
  await expect(page.locator(".tl li")).toHaveCount(61);
  // Seven were marked before, and cannot be undone here.
  await expect(undo).toHaveCount(54);
  await expect(page.locator(".tl li").filter({ hasText: "at the gate, " })).toHaveCount(7);
  // A code typed earlier counts as a mark of this list; a person marked at the gate stays marked when their line is
  // removed.
  const codeOf = (name: string) => people.find((one) => one.name.startsWith(name))?.code ?? "";
  await page.keyboard.type(codeOf("Head C"));
  await expect(page.locator(".tl li").first()).toContainText("Head C");
  await expect(undo).toHaveCount(54);
  await page.keyboard.type(codeOf("Head A"));
  await expect(page.locator(".tl li").first()).toContainText("at the gate, ");
  await page.keyboard.press("Backspace");
  await expect(page.locator(".tl li")).toHaveCount(60);
  await expect(page.getByText("61 of 61 here", { exact: true })).toBeVisible();
  await page.getByText("Walk-ins on the paper").click();
  await page.getByRole("textbox", { name: "Walk-in’s name" }).fill("Rui");
  await page.getByRole("checkbox", { name: "Under 18", exact: true }).check();
  await page.getByRole("textbox", { name: "Walk-in’s name" }).press("Enter");
  await expect(page.locator(".tl li").first().locator(".u18")).toHaveText("Under 18");
  // The next walk-in is another person.
  await expect(page.getByRole("checkbox", { name: "Under 18", exact: true })).not.toBeChecked();
  await expectAccessible(page);
  await expectForOutdoors(page);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("and 1 walk-in")).toBeVisible();
  await expect(band(page)).toHaveText(/^All sent/);
  expect((await gateOf(gate)).people.every(({ state }) => state === "here")).toBe(true);

  // A real keyboard types into the speller.
  await page.keyboard.type("joan");
  await expect(page.getByText("1 person with “joan”")).toBeVisible();
  await expect(box(page, "Joana M.")).toBeChecked();
  await expectForOutdoors(page);
  // The delete buttons exist while there are letters; without any, the list returns above the keys.
  await expect(page.getByRole("main")).toBeHidden();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByRole("button", { name: /^(Clear|Delete)/ })).toHaveCount(0);
  await expect(page.getByRole("main")).toBeVisible();
  // Ten guests are called Ana: each is listed in her party, which is shown as a whole.
  await page.keyboard.type("ana");
  await expect(page.locator(".found .party")).toHaveCount(10);
  await expect(page.getByRole("group", { name: "Head C.’s party" }).locator(".row").first()).toContainText("Ana");
  // A person not on the list is added under the searched name.
  await page.getByRole("button", { name: "Clear" }).click();
  await page.keyboard.type("anabel");
  await expect(page.getByRole("button", { name: "Add Anabel as a walk-in" })).toBeVisible();
  await expect(page.locator(".found")).toContainText("Is it one of these?");
  // A person found by their code shows it, also when they are here.
  await page.getByRole("button", { name: "Clear" }).click();
  await page.keyboard.type(joana?.code ?? "");
  await expect(page.locator(".found .row")).toContainText(joana?.code ?? "");
  await expect(page.locator(".found .code mark")).toHaveText(joana?.code ?? "");
  await expectForOutdoors(page);
  // The phone's own keyboard opens in its field, also once that is cleared.
  await page.getByRole("button", { name: "Use the phone’s keyboard" }).click();
  const typing = page.getByRole("textbox", { name: "Looking for" });
  await expect(typing).toBeFocused();
  await typing.fill("joan");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(typing).toBeFocused();
  await expect(typing).toHaveValue("");
  await phone.close();
});

/** A film (YUV4MPEG2) for the camera that shows these texts as QR codes, one a second, in a loop. */
function videoOf(texts: readonly string[]): Buffer {
  const [width, height] = [480, 480];
  const frames = texts.map((text) => {
    const { data, size } = encode(text, { border: 4 });
    const scale = Math.floor(Math.min(width, height) / size);
    const light = Buffer.alloc(width * height, 235);
    for (const [y, row] of data.entries()) {
      for (const [x, isDark] of row.entries()) {
        if (!isDark) continue;
        for (let line = 0; line < scale; line++) {
          light.fill(16, (y * scale + line) * width + x * scale, (y * scale + line) * width + (x + 1) * scale);
        }
      }
    }
    return Buffer.concat([Buffer.from("FRAME\n"), light, Buffer.alloc((width * height) / 2, 128)]);
  });
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F1:1 Ip A1:1 C420jpeg\n`), ...frames]);
}
