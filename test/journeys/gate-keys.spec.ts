import { request } from "@playwright/test";
import type { Gate, Synced } from "#domain/gates/shapes.ts";
import { expectAccessible } from "./accessible.ts";
import {
  asThemselves,
  becomeMember,
  expect,
  haveEvent,
  inDays,
  newEvent,
  newPerson,
  origin,
  ready,
  test,
} from "./journey.ts";
import { guest, namedGuest, openParticipants, rowOf } from "./participants-screen.ts";

test("an organizer lends the gate, revokes it and prints the list; a participant shows their code", async ({
  browser,
  page,
}) => {
  await becomeMember(page, newPerson("Gate Organizer"));
  const path = await haveEvent(page, newEvent({ ...inDays(1), time: "00:00" }));
  const eventId = path.split("/").at(-1) ?? "";
  const amina = await guest(browser, path, "Amina Rahman", [
    { name: "Rita", under18: true },
    { name: "Rita", under18: false },
  ]);

  await amina.page.goto(path);
  await amina.page.getByRole("button", { name: "Your code" }).click();
  const own = amina.page.getByRole("dialog", { name: "Your code at the gate" });
  await expect(own.getByRole("img", { name: /^QR code of/ })).toBeVisible();
  const code = (await own.getByRole("paragraph").first().textContent()) ?? "";
  expect(code).toMatch(/^[2-9CDFGHJKMNPQRTVWX]{4}$/);
  const ofRita = /^Rita[2-9CDFGHJKMNPQRTVWX]{4}$/;
  await expect(own.getByRole("listitem")).toHaveText([ofRita, ofRita]);
  await expectAccessible(amina.page);

  await openParticipants(page, path);
  // On the day it is the primary button, above the list.
  await expect(page.getByRole("main").locator(".btn-primary")).toHaveText(["Open the gate"]);
  await page.getByRole("button", { name: "Links for helpers" }).click();
  const keys = page.getByRole("dialog", { name: "Links for helpers" });
  await keys.getByRole("button", { name: "Make a link" }).click();
  await expect(keys.getByText("Say whose phone it is for")).toBeVisible();
  await keys.getByLabel("For whom").fill("Bea");
  await keys.getByRole("button", { name: "Make a link" }).click();
  await expect(keys.getByRole("img", { name: "QR code of the link for Bea" })).toBeVisible();
  await expect(keys.getByText(/not opened yet$/)).toBeVisible();
  await expectAccessible(page);

  // The helper's phone exchanges the key.
  const listed = await page.request.get(`${origin}/api/gates/${eventId}/keys`, { headers: await asThemselves(page) });
  const [{ url }] = ((await listed.json()) as { keys: [{ url: string }] }).keys;
  const phone = await request.newContext({ baseURL: origin });
  const data = { key: url.split("#")[1], deviceId: crypto.randomUUID() };
  const { pass } = (await (await phone.post("/api/gates/open", { data })).json()) as { pass: string };
  const sync = async () => {
    const asked = { sentAt: new Date().toISOString(), since: 0, roster: "", marks: [] };
    const answer = await phone.post("/api/gates/sync", { data: asked, headers: { authorization: `Gate ${pass}` } });
    return (await answer.json()) as Synced;
  };
  expect((await sync()).roster?.people.map(({ name }) => name)).toEqual(["Amina R.", "Rita", "Rita"]);

  // The organizer sees this while waiting. If there is a link already, the form for another one comes after it.
  await expect(keys.getByText(/^Opened on 1 phone/)).toBeVisible();
  // On a phone, the list does not show below the end of the sheet.
  await page.setViewportSize({ width: 375, height: 500 });
  const foot = keys.locator(".dialog-foot");
  await expect(async () => {
    const [bar, sheet] = [(await foot.boundingBox())!, (await keys.boundingBox())!];
    expect(bar.y + bar.height).toBeCloseTo(sheet.y + sheet.height, 0);
  }).toPass();
  await page.setViewportSize({ width: 1280, height: 800 });
  await keys.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Links for helpers" }).click();
  await expect(keys.getByText(/^Opened on 1 phone/)).toBeVisible();
  await expect(keys.getByLabel("For whom")).toHaveCount(0);
  await keys.getByRole("button", { name: "Make another link" }).click();
  await expect(keys.getByLabel("For whom")).toBeFocused();
  await keys.getByLabel("For whom").fill("Tomás");
  await keys.getByRole("button", { name: "Make a link" }).click();
  const unopened = keys.getByRole("listitem").filter({ hasText: "Tomás" });
  await unopened.getByRole("button", { name: "Take back" }).click();
  await expect(unopened.getByText("Take this link back? It stops working")).toBeVisible();
  await unopened.getByRole("button", { name: "Keep it" }).click();

  const opened = keys.getByRole("listitem").filter({ hasText: "Bea" });
  await opened.getByRole("button", { name: "Take back" }).click();
  await expect(opened.getByText("phones that opened it lose the list")).toBeVisible();
  await keys.getByRole("button", { name: "Yes, take it back" }).click();
  // Revoked links are folded away, below the valid ones.
  await keys.getByText("1 link taken back").click();
  await expect(keys.getByText(/^Taken back/)).toBeVisible();
  const { roster, revokedAt } = await sync();
  expect([roster, revokedAt === null]).toEqual([null, false]);
  await keys.getByRole("button", { name: "Close" }).click();

  await page.getByRole("link", { name: "Print the list" }).click();
  await expect(page).toHaveURL(/\/print$/);
  await ready(page);
  const sheet = page.locator(".paper-sheet");
  await expect(sheet.getByRole("listitem").filter({ hasText: "Amina R." }).last()).toContainText(code);
  await expect(sheet.getByText("U18 ?").last()).toBeVisible();
  await expectAccessible(page);
  // On a phone the whole sheet fits on the screen, but is printed in full size.
  await page.setViewportSize({ width: 375, height: 740 });
  expect((await sheet.boundingBox())?.width).toBeLessThanOrEqual(375);
  expect(pagesIn(await page.pdf({ format: "A4" }))).toBe(1);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(pagesIn(await page.pdf({ format: "Letter" }))).toBe(1);
  const what = page.getByLabel("What to print");
  // Two people with the same name are distinguished by their codes.
  await expect(what.getByText(/^Confirmation for Rita, [2-9CDFGHJKMNPQRTVWX]{4}$/)).toHaveCount(2);
  await expect(page.getByText("Names are short")).toBeVisible();
  await what.selectOption({ label: "Confirmation for Amina Rahman" });
  await expect(page.getByText("Half a sheet for somebody without e-mail.")).toBeVisible();
  await expect(page.getByText("Names are short")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Print a confirmation" })).toBeVisible();
  // A long name ends in dots before the arrow: the browser cuts it only with this appearance.
  await expect(what).toHaveCSS("appearance", "none");
  await expect(sheet.getByRole("heading", { name: "Amina Rahman" })).toBeVisible();
  await expect(sheet.getByRole("img", { name: `QR code of ${code}` })).toBeVisible();

  // On the organizer's own phone it takes one press, and the key does not stay in the address.
  await page.goto(path);
  await expect(page.locator(".join-bar").getByRole("link", { name: "See your participants" })).toBeVisible();
  await page.getByRole("button", { name: "Open the gate" }).click();
  await expect(page.locator(".row")).toHaveCount(3);
  await expect(page).toHaveURL(`${origin}/gate`);
});

test("the participant list says who is here, and shows walk-ins' contact details", async ({ browser, page }) => {
  await becomeMember(page, newPerson("Gate Organizer"));
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const path = await haveEvent(page, newEvent({ max: "9" }), { eventDate: inAnHour });
  const eventId = path.split("/").at(-1) ?? "";
  const { person: amara } = await namedGuest(path, "Amara Okafor", [
    { name: "Chidi", under18: false },
    { name: "Sam", under18: false },
  ]);
  const { person: ana } = await namedGuest(path, "Ana Ribeiro");
  await guest(browser, path, "Beatriz Lopes");
  const guesses: string[] = [];
  page.on("request", (asked) => void (asked.url().endsWith("/expected") && guesses.push(asked.url())));
  await openParticipants(page, path);
  await expect(page.getByText("5 of 9 spots taken")).toBeVisible();
  await expect.poll(() => guesses.length).toBeGreaterThan(0);
  await expect(page.getByText(/Here|\d walk-ins?/)).toHaveCount(0);

  const gate = `${origin}/api/gates/${eventId}`;
  const { people } = (await (await page.request.get(gate, { headers: await asThemselves(page) })).json()) as Gate;
  const now = new Date().toISOString();
  const mark = (kind: string, personId: string, more: object = {}) => {
    const id = crypto.randomUUID();
    return { id, kind, personId, deviceAt: now, ...more };
  };
  const here = people.filter(({ name }) => /^(Amara|Chidi|Ana)/.test(name)).map(({ id }) => mark("here", id));
  const walkIns = [
    { name: "Marta Sousa", phone: "+351 912 345 678", email: "marta@example.org" },
    { name: "Rui", under18: true },
  ].map((more) => mark("walk_in", crypto.randomUUID(), more));
  const data = { sentAt: now, marks: [...here, ...walkIns] };
  expect((await page.request.post(`${gate}/marks`, { headers: await asThemselves(page), data })).status()).toBe(200);

  // The page is shown as after coming back from the gate.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const arrived = page.getByText("3 of 5 here, 2 walk-ins");
  await expect(arrived).toBeVisible();
  await expect(arrived.getByText("2 walk-ins"), "no line break within it").toHaveCSS("text-wrap-mode", "nowrap");
  // The numbers that the organizer came back for are above the known facts.
  const [atTop, spots] = await Promise.all(
    [arrived, page.getByText("5 of 9 spots taken")].map((one) => one.boundingBox()),
  );
  expect(atTop!.y).toBeLessThan(spots!.y);
  expect(atTop!.height).toBeGreaterThan(spots!.height);
  await expect(rowOf(page, amara).getByText("2 of 3 here")).toBeVisible();
  await expect(rowOf(page, ana).getByText(/^Here \d/)).toBeVisible();
  const others = page.getByRole("region", { name: "Walk-ins 2" });
  await expect(others.getByRole("listitem")).toHaveText([/Marta Sousa.*Here \d/, /Rui.*under 18.*Here \d/]);
  for (const [width, height] of [
    [320, 640],
    [375, 740],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    const [mail, phone] = [/marta@/, /912/].map((name) => others.getByRole("link", { name }));
    const boxes = await Promise.all([mail!, phone!].map((link) => link.boundingBox()));
    for (const box of boxes) expect(box!.height, `${width}`).toBeGreaterThanOrEqual(44);
    const [first, second] = boxes;
    const isBeside = second!.x >= first!.x + first!.width;
    expect(isBeside || second!.y >= first!.y + first!.height, `${width}`).toBe(true);
    // All facts about a person are aligned with the start of their name.
    const name = (await others.getByText("Marta Sousa").boundingBox())!;
    expect(first!.x, `${width}`).toBeCloseTo(name.x, 0);
    expect(second!.x, `${width}`).toBeGreaterThanOrEqual(name.x - 1);
    await expectAccessible(page);
  }
  await expect(others.getByRole("link", { name: /912/ })).toHaveAttribute("href", "tel:+351912345678");
  await page.getByLabel("Search participants").fill("márta");
  await expect(page.getByText("1 match", { exact: true })).toBeVisible();
  await expect(others).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Walk-ins 1" })).toContainText("Marta Sousa");

  // The estimate of attendance disappears once people are here.
  guesses.length = 0;
  await page.reload();
  await expect(others.getByRole("listitem")).toHaveCount(2);
  await page.waitForLoadState("networkidle");
  expect(guesses).toEqual([]);

  // The actions for helpers are in the menu too, which is within reach on a phone.
  await page.setViewportSize({ width: 375, height: 740 });
  await page.getByRole("button", { name: "More for this event" }).click();
  await page.locator("#more").getByRole("button", { name: "Links for helpers" }).click();
  await expect(page.getByRole("dialog", { name: "Links for helpers" })).toBeVisible();
});

const pagesIn = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length;
