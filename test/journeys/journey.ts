import { type BrowserContext, expect, type Page, request } from "@playwright/test";

import { wallClockIn } from "#domain/events/rules.ts";
import { momentIn } from "#domain/time-zones/rules.ts";
import { origin } from "#test/setup/address.ts";

import { closeSheet, openSheet, typeEvent } from "./event-typing.ts";

export { closeSheet, openSheet, typeEvent };
export { expect, origin };
export { test } from "./watched.ts";

/** Marks the journeys that `npm test` runs: the main story of each noun. `npm run test:all` runs the others too. */
export const everyday = { tag: "@everyday" } as const;

/**
 * A new person: an unused address, and a password that follows the rules. Their photo is one of the site's own, because
 * pictures at other addresses on this machine are refused.
 */
export const newPerson = (name = "Journey Tester", site = origin) => ({
  name,
  photo: `${site}/scenes/mark.svg`,
  email: `tester-${Date.now()}-${someNumber(1e9)}@demo.example`,
  password: "Planting4all",
});
export type Person = ReturnType<typeof newPerson>;

/** A person's picture at Google. Addresses on this machine would be refused. */
export const pictureElsewhere = "https://pictures.example/somebody.svg";
const emptyPicture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
export const showPictureElsewhere = (context: BrowserContext) =>
  context.route(pictureElsewhere, (route) => route.fulfill({ contentType: "image/svg+xml", body: emptyPicture }));

/** Fills in and sends the registration form on the screen. A welcome follows, unless an intention was pending. */
export async function register(page: Page, person: Person, welcomed = true) {
  await page.getByLabel("Name").fill(person.name);
  await typePhoto(page, person.photo);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  if (welcomed) await closeNotice(page, "Welcome to Goodturn!");
  // Navigation closes a menu that was open.
  await expect(page).not.toHaveURL(/\/register$/);
}

/** Types the address of a photo on the registration screen, where the field is folded away. */
export async function typePhoto(page: Page, photo: string) {
  const field = page.getByLabel("Photo URL");
  if (!(await field.isVisible())) await page.getByText("Add a picture").click();
  await field.fill(photo);
}

/** A caller whose calls carry the cookies of a session: a page, or a person without a browser. */
export type Caller = Pick<Page, "request">;

/** Registers a new member by the calls that the form makes, and logs them in in this browser. */
export async function becomeMember(caller: Caller, person = newPerson(), site = origin): Promise<Person> {
  const { name, photo, email, password } = person;
  const answer = await caller.request.post(`${site}/api/auth/sign-up/email`, {
    headers: { origin: site },
    data: { name, image: photo, email, password },
  });
  expect(answer.status(), "registering").toBe(200);
  return person;
}

/**
 * Registers a new member without a browser, for journeys that only need calls: opening a window takes as long as half a
 * journey.
 */
export async function newCaller(person = newPerson(), site = origin): Promise<Caller & { person: Person }> {
  const caller = { person, request: await request.newContext() };
  await becomeMember(caller, person, site);
  return caller;
}

const someNumber = (below: number) => Math.floor(Math.random() * below);

/** Logs in through the form on the screen. A welcome follows, unless an intention was pending. */
export async function logIn(page: Page, { email, password }: Person, welcomed = true) {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  if (welcomed) await closeNotice(page, "Welcome back!");
  await expect(page).not.toHaveURL(/\/login$/);
}

/** Switches the theme: in the header, or in its menu on a phone. */
export async function switchTheme(page: Page) {
  const toggle = page.getByRole("button", { name: "Dark theme" });
  if (await toggle.isVisible()) return toggle.click();
  await page.getByRole("button", { name: /^(Menu$|Your account)/ }).click();
  await toggle.click();
  await page.keyboard.press("Escape");
}

/** Logs out through the header's menu. */
export async function logOut(page: Page) {
  // Home loads the next event: an answer after logging out would be an error in the console. The address changes before
  // the page does.
  if (new URL(page.url()).pathname === "/") await expect(page.locator(".next-place")).toBeAttached();
  await expect(page.locator(".next-place .loading")).toHaveCount(0);
  await page.getByRole("button", { name: /^Your account/ }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await closeNotice(page, "Successfully Logout!");
}

/** Unfolds a row of the account page. */
export const openSetting = (page: Page, name: string) =>
  page.getByRole("region", { name, exact: true }).locator("summary").first().click();

/** Registers a new person on the way to a page, by the form. */
export async function arriveAs(page: Page, person: Person, path: string) {
  await page.goto("/register");
  await ready(page);
  await register(page, person);
  await page.goto(path);
  await ready(page);
}

/** Waits until the page is hydrated and knows its session: before, it may miss a press. */
export const ready = (page: Page) => expect(page.locator("html")).toHaveAttribute("data-session", /visitor|member/);

/** Follows a link of the footer: for journeys that are not about opening pages, this takes a quarter of the time. */
export async function follow(page: Page, path: string) {
  await page.locator("h1").evaluate((title) => title.setAttribute("data-left", ""));
  const footer = page.getByRole("contentinfo");
  const link = footer.locator(`a[href="${path}"]`).first();
  // On members' own screens the links are behind 'More'.
  if (!(await link.isVisible())) await footer.locator("summary").click();
  await link.click();
  await expect(page).toHaveURL(path);
  // The address changes before the screen does.
  await expect(page.locator("h1[data-left]")).toHaveCount(0);
}

/** Reads the dialog that confirms a success, and closes it. */
export async function closeNotice(page: Page, title: string) {
  const dialog = page.getByRole("alertdialog", { name: title });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "OK" }).click();
  await expect(dialog).toBeHidden();
}

/** The values that an organizer types for a new event. */
export const newEvent = (changes: Partial<EventTyping> = {}): EventTyping => ({
  title: `Journey clean-up ${someNumber(1e9)}`,
  kind: "Clean up Drive",
  location: "Boat landing, Riverside Park, Porto",
  ...inDays(10),
  max: "up to 20",
  thumbnail: `${origin}/scenes/cleanup-2.svg`,
  description: "We meet at the boat landing with gloves and bags for everyone.",
  ...changes,
});
export type EventTyping = {
  title: string;
  kind: string;
  location: string;
  date: string;
  time: string;
  max: string;
  thumbnail: string;
  description: string;
  bring?: string;
  language?: string;
};

/** The day after today at half past nine, in the format of the form's fields. */
export function inDays(days: number) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return { date: wallClockIn(new Date(Date.now() + days * 86_400_000), timeZone).date, time: "09:30" };
}

/** Creates an event through the form. */
export async function createEvent(page: Page, event: EventTyping) {
  await page.goto("/create-event");
  await typeEvent(page.getByRole("form", { name: "Create Event" }), event);
  await page.getByRole("button", { name: "Create Event" }).click();
  await expect(page.getByRole("heading", { name: "Event Created Successfully!" })).toBeVisible();
}

/** The headers with which an API call acts as this caller. */
export async function asThemselves(caller: Caller): Promise<{ authorization: string }> {
  const { token } = (await (await caller.request.get(`${origin}/api/auth/token`)).json()) as { token: string };
  return { authorization: `Bearer ${token}` };
}

/** Creates an event of the caller, by the call that the form makes. @returns the path of its page */
export async function haveEvent(caller: Caller, event = newEvent(), more: object = {}): Promise<string> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const answer = await caller.request.post(`${origin}/api/add-event`, {
    headers: await asThemselves(caller),
    data: {
      title: event.title,
      eventType: "cleanup",
      location: event.location,
      eventDate: momentIn(timeZone, event.date, event.time)?.toISOString(),
      timeZone,
      maxParticipant: event.max,
      thumbnailUrl: event.thumbnail,
      description: event.description,
      ...more,
    },
  });
  expect(answer.status(), "creating an event").toBe(200);
  const { insertedId } = (await answer.json()) as { insertedId: string };
  return `/view-event/${insertedId}`;
}

/** Creates another organizer's event, which no other journey joins. */
export const haveOthersEvent = async (event = newEvent()): Promise<string> => haveEvent(await newCaller(), event);

/** Joins the event of a page, or its waitlist, by the call that the page makes. */
export async function haveJoined(caller: Caller, path: string, guests: object[] = []) {
  const answer = await caller.request.post(`${origin}/api/join-event`, {
    headers: await asThemselves(caller),
    data: { eventId: path.split("/").at(-1), guests },
  });
  expect(answer.status(), "joining").toBe(200);
}

/** Makes the next call to an address fail: with a refusal of our server, or without an answer. */
export const failOnce = (page: Page, address: string | RegExp, how: keyof typeof refusals | "unreachable") =>
  page.route(
    address,
    (route) => (how === "unreachable" ? route.abort("connectionfailed") : route.fulfill(refusals[how])),
    { times: 1 },
  );
const refusing = (code: string, message: string) => ({ status: 503, json: { code, message } });
const refusals = {
  unavailable: refusing("unavailable", "We cannot reach our database right now. Please try again in a moment."),
  cannot_save: refusing("cannot_save", "We can't save anything right now. Please try again in a few minutes."),
  internal: { status: 500, contentType: "text/html", body: "<h1>Bad gateway</h1>" },
};

/** Expects that nothing is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page) {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { documentElement } = document;
    return { scrollWidth: documentElement.scrollWidth, clientWidth: documentElement.clientWidth };
  });
  expect(scrollWidth, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(clientWidth);
}

/** The page's layout shift since it was opened: 0 is none. */
export const jumps = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 200);
      }),
  );
