import type { Browser, Page } from "@playwright/test";

import {
  asThemselves,
  becomeMember,
  type Caller,
  expect,
  haveJoined,
  newCaller,
  newPerson,
  origin,
  type Person,
  ready,
} from "./journey.ts";

/** Another member who has joined an event, in a separate browser. */
export async function guest(browser: Browser, path: string, name: string, guests: object[] = []) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const person = await becomeMember(page, newPerson(name));
  await haveJoined(page, path, guests);
  return { page, person };
}

/** Another member who has joined an event, without a browser. */
export async function namedGuest(path: string, name: string, guests: object[] = []) {
  const caller = await newCaller(newPerson(name));
  await haveJoined(caller, path, guests);
  return caller;
}

/** Opens the participants' screen of an event as its organizer. */
export async function openParticipants(page: Page, path: string) {
  await page.goto(path.replace("view-event", "manage-events"));
  await ready(page);
  await expect(page.getByRole("list").filter({ has: page.getByRole("link", { name: /@/ }) })).toBeVisible();
}

/** Runs an action of the menu in the screen's head. */
export async function fromMenu(page: Page, name: string | RegExp) {
  await page.getByRole("button", { name: "More for this event" }).click();
  await page.getByRole("button", { name }).click();
}

/** Runs an action of the menu of a person on the list. */
export async function fromMenuOf(page: Page, { name }: Person, deed: string) {
  await page.getByRole("button", { name: `More for ${name}` }).click();
  await page
    .getByRole("button", { name: deed })
    .or(page.getByRole("link", { name: deed }))
    .click();
}

/** Adds a person without an e-mail address to an event, as its organizer. */
export async function havePerson(caller: Caller, path: string, person: { name: string; phone?: string }) {
  const answer = await caller.request.post(`${origin}/api/events/${path.split("/").at(-1)}/people`, {
    headers: await asThemselves(caller),
    data: person,
  });
  expect(answer.status(), "adding a person").toBe(200);
}

export const rowOf = (page: Page, { name }: Person) =>
  page.getByRole("region", { name: "Participants" }).getByRole("listitem").filter({ hasText: name });

/** Opens the sheet to write to the people of an event, one of whom has no e-mail address. */
export async function openSheet(page: Page, toCall: string) {
  await page.getByRole("button", { name: "Write a message" }).click();
  const told = page.getByRole("dialog").getByText("But 1 person gets no e-mail from us. Please call them:");
  await expect(told.locator("..")).toContainText(toCall);
}

/** Closes the sheet with a half-written message, reloads the page, and opens the sheet again. */
export async function closeAndReloadSheet(page: Page, typed: string) {
  const write = page.getByRole("button", { name: "Write a message" });
  const sheet = page.getByRole("dialog", { name: "Write a message" });
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(sheet).toBeHidden();
  await expect(write).toBeFocused();
  await page.reload();
  await ready(page);
  await expect(page.getByLabel("Your message")).toHaveCount(0);
  await write.click();
  await expect(page.getByLabel("Your message")).toHaveValue(typed);
}

/** Expects that the menu leads to the sent messages, and that the next message begins empty. */
export async function expectSent(page: Page, sent: string) {
  await expect(page.locator("#sent + ul")).toContainText(sent);
  await page.getByRole("button", { name: "More for this event" }).click();
  await page.getByRole("link", { name: "Sent messages" }).click();
  await expect(page.getByRole("heading", { name: "Sent messages" })).toBeInViewport();
  await page.getByRole("button", { name: "Write a message" }).click();
  await expect(page.getByLabel("Your message")).toHaveValue("");
  await page.keyboard.press("Escape");
}
