import type { Page } from "@playwright/test";

import { gateOf, haveGate, type GateEvent } from "./gate-site.ts";
import { asThemselves, everyday, expect, expectNoSidewaysScroll, origin, test } from "./journey.ts";
import { expectForOutdoors } from "./outdoors.ts";

// Without a network.
test.use({ expectedFailures: [/api\/gates\/sync$/] });

const band = (page: Page) => page.locator(".g-bands").first();
/** Triggers at once the call that the page makes regularly. */
const ask = (page: Page) => page.evaluate(() => dispatchEvent(new Event("online")));
const unkept = "Nothing is saved: leave this page open";

async function addWalkIn(page: Page, name: string, phone?: string) {
  await page.getByRole("button", { name: "Walk-in" }).click();
  await page.getByLabel("Name").fill(name);
  if (phone) {
    await page.getByRole("button", { name: "Phone or e-mail" }).click();
    await page.getByLabel("Phone", { exact: true }).fill(phone);
  }
  await page.getByRole("button", { name: `Add ${name}` }).click();
}

/** All gate data on this phone's disk, as a text. */
const keptOn = (page: Page) =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open("goodturn-gate");
      opening.addEventListener("success", () => resolve(opening.result));
    });
    const allIn = (name: string) =>
      new Promise<unknown>((resolve) => {
        const asked = db.transaction(name).objectStore(name).getAll();
        asked.addEventListener("success", () => resolve(asked.result));
      });
    const all = JSON.stringify([await allIn("gates"), await allIn("marks")]);
    db.close();
    return all;
  });

async function takeBack({ organizer, eventId }: GateEvent) {
  const address = `${origin}/api/gates/${eventId}/keys`;
  const headers = await asThemselves(organizer);
  const { keys } = (await (await organizer.request.get(address, { headers })).json()) as { keys: { _id: string }[] };
  for (const { _id } of keys) await organizer.request.delete(`${address}/${_id}`, { headers });
}

test("one phone has two tabs, no camera or its own reader, a full disk, two events, a revoked key", async ({
  page,
  context,
}) => {
  const gate = await haveGate(0, ["Joana Moura", "Rui Paz"]);
  const other = await haveGate(0, ["Zoe Quist"]);
  await page.goto(gate.address);
  await expect(page.locator(".row")).toHaveCount(2);
  const second = await context.newPage();
  await second.goto("/gate");
  await expect(second.locator(".row")).toHaveCount(2);

  await Promise.all([page.getByRole("checkbox").nth(0).check(), second.getByRole("checkbox").nth(1).check()]);
  await addWalkIn(second, "Marta Sousa", "+351 912 345 678");
  for (const tab of [page, second]) {
    await ask(tab);
    await expect(band(tab)).toHaveText(/^All sent/);
    await expect(tab.getByText("Here 2 of 2")).toBeVisible();
    await expect(tab.getByText("and 1 walk-in")).toBeVisible();
  }
  const { people, walkIns } = await gateOf(gate);
  expect(people.map(({ state }) => state)).toEqual(["here", "here"]);
  expect(walkIns).toMatchObject([{ name: "Marta Sousa", phone: "+351 912 345 678" }]);
  // Once they are sent, only the organizer has her contact details; the name stays as typed here.
  expect(await keptOn(page)).toContain("Marta Sousa");
  expect(await keptOn(page)).not.toContain("351 912");

  const codeOf = (name: string) => people.find((person) => person.name.startsWith(name))?.code ?? "";
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("No.", "NotAllowedError"));
  });
  await page.getByRole("button", { name: "Scan" }).click();
  await expect(page.getByText("The camera is not allowed here.")).toBeVisible();
  const typing = page.getByRole("dialog", { name: "Type a code" });
  await page.keyboard.type(codeOf("Rui"));
  await expect(typing.getByRole("heading", { name: /^Rui P\. was here already, / })).toBeVisible();
  // A line that changes nothing is less green than one that does.
  const greens = await typing.locator(".got").evaluate((got) => {
    const { backgroundColor } = getComputedStyle(got);
    got.classList.remove("already");
    return [backgroundColor, getComputedStyle(got).backgroundColor];
  });
  expect(greens[0]).not.toBe(greens[1]);
  await page.getByRole("button", { name: "Back to the list" }).click();
  // A browser with its own code reader uses it, and does not load the package.
  const loaded = page.waitForRequest(/jsqr/i, { timeout: 0 }).then(() => true);
  await page.evaluate((code) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 64 });
    setInterval(() => canvas.getContext("2d")?.fillRect(0, 0, 64, 64), 30);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
    class Detector {
      static getSupportedFormats = async () => ["ean_13", "qr_code"];
      detect = async () => [{ rawValue: code }];
    }
    Object.assign(window, { BarcodeDetector: Detector });
  }, codeOf("Joana"));
  await page.getByRole("button", { name: "Scan" }).click();
  await expect(page.getByRole("heading", { name: /^Joana M\. was here already, / })).toBeVisible();
  expect(await Promise.race([loaded, Promise.resolve(false)])).toBe(false);
  await page.getByRole("button", { name: "Back to the list" }).click();

  // With a full disk the page says so, still sends marks, and stores them again once there is space.
  await page.evaluate(() => {
    let isFull = true;
    const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, "put")!;
    const write = put.value as (this: IDBObjectStore, ...given: unknown[]) => IDBRequest;
    function value(this: IDBObjectStore, ...given: unknown[]) {
      if (isFull) throw new DOMException("No room.", "QuotaExceededError");
      return write.apply(this, given);
    }
    Object.defineProperty(IDBObjectStore.prototype, "put", { ...put, value });
    addEventListener("room", () => {
      isFull = false;
    });
  });
  await addWalkIn(page, "Noor");
  await expect(band(page)).toContainText(unkept);
  await expect(band(page)).toContainText("All sent");
  await page.evaluate(() => dispatchEvent(new Event("room")));
  await addWalkIn(page, "Amal");
  await expect(band(page)).toHaveText(/^All sent[^.]*$/);
  for (const name of ["Noor", "Amal"]) expect(await keptOn(page)).toContain(name);
  expect((await gateOf(gate)).walkIns.map(({ name }) => name)).toEqual(["Marta Sousa", "Noor", "Amal"]);
  await second.close();

  // Opens another event on the same phone, and comes back.
  await page.goto(other.address);
  await expect(page.getByText("Zoe Q.")).toBeVisible();
  await page.getByRole("button", { name: /^More/ }).click();
  await page.getByRole("dialog").locator("button bdi").click();
  await expect(page.getByText("Here 2 of 2")).toBeVisible();

  await context.setOffline(true);
  await page.getByRole("checkbox", { name: "Rui P." }).uncheck();
  await expect(band(page)).toHaveText("Offline · 1 waiting to be sent");
  const title = (await page.locator(".g-top h1").textContent()) ?? "";
  // A slow call looks like a slow clock, so a mark made that shortly before or after the revocation may count or not.
  await page.waitForTimeout(1000);
  await takeBack(gate);
  // A helper who does not know of it yet keeps marking; those marks wait for the organizer.
  await page.getByRole("checkbox", { name: "Joana M." }).uncheck();
  await expect(band(page)).toHaveText("Offline · 2 waiting to be sent");
  await page.reload();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Your link was taken back" })).toBeVisible();
  await expect(page.getByRole("main").locator(".of")).toHaveText(title);
  await expect(page.getByText("They decide whether marks that this device still sends count.")).toBeVisible();
  await expect(page.getByText("Your marks were sent. Nothing about this event is left on this device.")).toBeVisible();
  // Both arrived after the end, regardless of this device's clock, so they wait for the organizer.
  expect((await gateOf(gate)).people.map(({ state }) => state)).toEqual(["here", "here"]);
  const left = await keptOn(page);
  expect([left.includes(gate.eventId), left.includes(other.eventId)]).toEqual([false, true]);
  await page.getByRole("main").locator("button bdi").click();
  await expect(page.getByText("Zoe Q.")).toBeVisible();

  // A browser in which pages cannot store anything.
  const strict = await context.newPage();
  await strict.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException("Not here.", "SecurityError");
    };
  });
  await strict.goto(other.address);
  await strict.getByRole("checkbox", { name: "Zoe Q." }).check();
  await expect(band(strict)).toContainText(unkept);
  await expect(band(strict)).toContainText("All sent");
  expect((await gateOf(other)).people.map(({ state }) => state)).toEqual(["here"]);
});

test("a press is stored even if the page closes at that moment", everyday, async ({ page, context }) => {
  const gate = await haveGate(0, ["Joana Moura"]);
  await page.goto(gate.address);
  await expect(page.locator(".row")).toHaveCount(1);
  await expect(band(page)).toHaveText(/^All sent/);
  // Otherwise, nothing would load the page again.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await context.setOffline(true);
  for (const count of [1, 2, 3, 4, 5]) {
    await page.locator(".row").evaluate((row) => {
      row.querySelector("input")?.click();
      location.reload();
    });
    await expect(band(page)).toHaveText(`Offline · ${count} waiting to be sent`);
  }
});

test("upright and sideways, notices move nothing, namesakes are distinguished, and back leads to the list", async ({
  page,
}) => {
  const gate = await haveGate(0, ["Joana Moura", "Joana Matos", "Rui Paz"]);
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto("/aboutUs");
  await page.goto(gate.address);
  await expect(page.locator(".row")).toHaveCount(3);
  await expect(band(page)).toHaveText(/^All sent/);
  const top = async () => (await page.getByRole("main").boundingBox())?.y;
  const before = await top();

  // A person who is here stays distinct from a namesake, in the list and in the last press.
  const [first, rui] = [page.locator(".row").nth(0), page.locator(".row").nth(2)];
  const code = await first.locator(".code").textContent();
  await first.click();
  await expect(first).toContainText(`${code}`);
  await expect(page.getByText(`Joana M. (${code}) is here`)).toBeVisible();
  await rui.click();
  await expect(rui.locator(".code")).toHaveCount(0);
  await expect(page.getByText("Rui P. is here")).toBeVisible();

  // A helper who searches for a person not on the list adds them; a half-typed entry survives a look at the list.
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByRole("button", { name: "R", exact: true }).click();
  await page.getByRole("button", { name: "Not on the list? Add as a walk-in" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("R");
  await page.getByLabel("Name").fill("Rosa");
  await page.getByRole("button", { name: "Back to the list" }).click();
  await page.getByRole("button", { name: "Walk-in" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Rosa");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("");
  await page.getByRole("button", { name: "Back to the list" }).click();

  // The browser's back button leaves a view too, and then the page.
  await page.getByRole("button", { name: /^More/ }).click();
  await expect(page.getByText("This page is saved on this device")).toBeVisible();
  // The gate links to its event, if there is a network.
  const event = page.getByRole("link", { name: "The event’s page" });
  await expect(event).toHaveAttribute("href", `/view-event/${gate.eventId}`);
  await expectForOutdoors(page);
  await page.context().setOffline(true);
  await expect(event).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(event).toBeVisible();
  await page.getByRole("button", { name: "Close the gate" }).click();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByRole("search")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("search")).toHaveCount(0);
  expect(page.url()).toBe(`${origin}/gate`);

  await page.getByRole("button", { name: /^More/ }).click();
  await page.getByRole("button", { name: "Close the gate" }).click();
  await page.getByRole("button", { name: "Close: 1 did not come" }).click();
  await page.getByRole("button", { name: "See the list" }).click();
  await expect(band(page)).toContainText("Gate closed. Latecomers still count.");
  expect(await top(), "the list's top, with a notice above it").toBe(before);
  for (const [width, height, rows] of [
    [320, 640, 3],
    [740, 360, 2],
    [667, 320, 2],
    [932, 430, 2],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page);
    for (const name of ["Walk-in", "Scan", "Find", "Undo"]) {
      await expect(page.getByRole("button", { name, exact: true }), `${name} at ${width}`).toBeInViewport({ ratio: 1 });
    }
    for (let row = 0; row < rows; row++) await expect(page.locator(".row").nth(row)).toBeInViewport({ ratio: 0.9 });
    await page.getByRole("button", { name: "Find" }).click();
    await expect(page.getByRole("button", { name: "Use the phone’s keyboard" })).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "J", exact: true }).click();
    await expect(page.locator(".found .row").first()).toBeInViewport({ ratio: 0.9 });
    await page.getByRole("button", { name: "Done" }).click();
  }

  // After reopening, the gate shows the list, where no press closes it again.
  await page.getByRole("button", { name: /^More/ }).click();
  await page.getByRole("button", { name: "The gate is closed" }).click();
  await page.getByRole("button", { name: "Open the gate again" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("The gate is open again")).toBeVisible();
  await expect(band(page)).toHaveText(/^All sent/);
  await page.goBack();
  await expect(page).toHaveURL(`${origin}/aboutUs`);
});
