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
