import { rm } from "node:fs/promises";
import type { BrowserContext, Page } from "@playwright/test";

import { type GoogleServer, startGoogle } from "#test/google.ts";
import { newData } from "#test/setup/data.ts";
import { freePort, type RunningServer, startServer } from "#test/setup/server.ts";
import {
  closeNotice,
  everyday,
  expect,
  logOut,
  newPerson,
  pictureElsewhere,
  ready,
  showPictureElsewhere,
  test,
} from "./journey.ts";

// Logging in with Google, on a server configured with a real OpenID provider on another site in its place.
test.use({ expectedFailures: [/sign-in\/google|google-popup/] });
test.describe.configure({ mode: "default" });

let provider: GoogleServer;
let server: RunningServer;
let data: string;

test.beforeAll(async () => {
  provider = await startGoogle(await freePort(), "127.0.0.1");
  data = await newData("google");
  const { issuer, clientId, clientSecret } = provider.google;
  server = await startServer({
    DATA_DIR: data,
    GOOGLE_ISSUER: issuer,
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
  });
});
test.afterAll(async () => {
  await server.stop();
  await provider.stop();
  await rm(data, { recursive: true, force: true });
});

test.beforeEach(({ context }) => showPictureElsewhere(context));

/** A person with an account at the provider, and none here. */
function somebody(name = "Amina Rahman") {
  const { email } = newPerson();
  provider.become({ sub: email, email, name, picture: pictureElsewhere });
  return { email, name };
}

async function visit(page: Page, path: string) {
  await page.goto(server.address + path);
  await ready(page);
}

const button = (page: Page, name = "Login With Google") => page.getByRole("button", { name });
const waitingButton = (page: Page) => page.getByRole("button", { name: "Continue in Google's window…" });

/** Presses the button; returns the window that opens. */
async function press(page: Page, name?: string): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent("popup"), button(page, name).click()]);
  return popup;
}

/** Keeps the provider's page open, so that it does not redirect back yet. */
const hold = (context: BrowserContext) =>
  context.route(`${provider.google.issuer}/authorize?*`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Google</title><h1>Who are you?</h1>" }),
  );
const asked = (popup: Page) => expect(popup.getByRole("heading", { name: "Who are you?" })).toBeVisible();

const letGo = async (context: BrowserContext, popup: Page) => {
  await context.unroute(`${provider.google.issuer}/authorize?*`);
  await popup.reload().catch(() => {});
};

const told = (page: Page, sentence: string | RegExp) =>
  expect(page.getByRole("alert").getByText(sentence)).toBeVisible();

test("a visitor logs in with Google on the way to a page, and in other tabs", everyday, async ({ page, context }) => {
  const { email, name } = somebody();
  const other = await context.newPage();
  await visit(other, "/");
  await visit(page, "/create-event");
  await expect(page).toHaveURL(/\/login$/);
  await hold(context);
  const popup = await press(page);
  await asked(popup);
  const size = await popup.evaluate(() => [innerWidth, innerHeight]);
  // On a phone the window takes the whole screen.
  expect(size).toEqual(test.info().project.name === "desktop" ? [500, 600] : size);
  await letGo(context, popup);

  await expect.poll(() => popup.isClosed()).toBe(true);
  await expect(page).toHaveURL(/\/create-event$/);
  // They had an intention, and it is carried out.
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page.getByRole("main").getByText(email, { exact: true })).toBeVisible();
  await expect(page.getByText("Verified User")).toBeVisible();
  await page.getByRole("button", { name: /^Your account/ }).click();
  await expect(page.getByText(name).first()).toBeVisible();
  await expect(page.locator(`img[src="${pictureElsewhere}"]`).first()).toBeAttached();
  await expect(other.getByRole("button", { name: /^Your account/ })).toBeVisible();

  await page.reload();
  await expect(page.getByRole("button", { name: /^Your account/ })).toBeVisible();
});

test("a visitor registers with Google, logs out, and comes back", async ({ page }) => {
  somebody();
  await visit(page, "/register");
  await button(page, "Register with Google").click();
  await closeNotice(page, "Welcome back!");
  await expect(page).toHaveURL(`${server.address}/`);
  await logOut(page);

  await visit(page, "/login");
  await button(page).click();
  await closeNotice(page, "Welcome back!");
});

test("a visitor who loses the network, or closes the window, is told so", async ({ page, context }) => {
  somebody();
  await visit(page, "/login");
  await page.route("**/assets/google-popup-*.js", (route) => route.abort("connectionfailed"), { times: 1 });
  const first = await press(page);
  await told(page, "We could not reach Goodturn. Please check your connection and try again.");
  await expect.poll(() => first.isClosed()).toBe(true);

  await page.reload();
  await ready(page);
  await hold(context);
  const popup = await press(page);
  await asked(popup);
  await waitingButton(page).click();
  await expect(waitingButton(page)).toBeVisible();
  await asked(popup);
  expect(context.pages()).toHaveLength(2);
  // Only the later of the two presses reports the result.
  await expect(page.getByRole("alert").getByText(/./)).toHaveCount(0);
  await popup.close();
  await told(page, "Google's window was closed before you were logged in. Press the button to try again.");
  const again = await press(page);
  await asked(again);
  await letGo(context, again);
  await closeNotice(page, "Welcome back!");
});

test("a sign-in that another one replaces is told so", async ({ page, context }) => {
  somebody();
  const replaced = "Another sign-in with Google was started, so this one has ended.";
  await visit(page, "/login");
  await hold(context);
  const popup = await press(page);
  await asked(popup);
  // Pressed on the other screen, with the same window.
  await page.getByRole("main").getByRole("link", { name: "Register" }).click();
  await button(page, "Register with Google").click();
  await told(page, replaced);
  await expect(waitingButton(page)).toBeVisible();
  // The first window is closed now, so that it cannot be confused with the second one.
  await page.getByRole("button", { name: "Close" }).first().click();

  // Pressed in another tab, with another window.
  const other = await context.newPage();
  await visit(other, "/login");
  const newer = await press(other);
  await asked(newer);
  await letGo(context, popup);
  await told(page, replaced);
  await newer.reload().catch(() => {});
  await closeNotice(other, "Welcome back!");
});

test("a sign-in whose window cannot report its end is recognized by its session", async ({ page, context }) => {
  somebody();
  await context.addInitScript(() => {
    if (location.pathname.startsWith("/api/auth/callback/")) window.opener = null;
  });
  await visit(page, "/login");
  const popup = await press(page);
  await expect(popup.getByRole("heading", { name: "You are logged in." })).toBeVisible();
  await popup.close();
  await closeNotice(page, "Welcome back!");
});
