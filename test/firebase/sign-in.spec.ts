import type { Page } from "@playwright/test";

import {
  arriveAs,
  expect,
  logIn,
  logOut,
  newPerson,
  origin,
  type Person,
  pictureElsewhere,
  ready,
  register,
  showPictureElsewhere,
  test,
  typePhoto,
} from "../journeys/journey.ts";
import { accountOf, adminFirebase, callFirebase, emulator, googleToken, mailedCode } from "./emulator.ts";

/** Browsers log every refused call in their console. */
test.use({ expectedFailures: [/identitytoolkit|sign-in\/firebase|auth\/token|apis\.google\.com/] });

const toast = (page: Page, text: string | RegExp) => page.getByRole("alert").filter({ hasText: text });
const isMember = (page: Page) => expect(page.getByRole("button", { name: /^Your account/ })).toBeVisible();

async function goTo(page: Page, path: string) {
  await page.goto(path);
  await ready(page);
}

/** Fills in and sends the log-in form, expecting a refusal. */
async function tryToLogIn(page: Page, { email, password }: Pick<Person, "email" | "password">) {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

test.beforeEach(({ context }) => showPictureElsewhere(context));

test("a stranger joins in the sheet with a password, which Firebase keeps", async ({ page, request }) => {
  const { name, email, password } = newPerson("Firebase Stranger");
  // An event with many free spots, as other journeys rely on the last ones.
  type Listed = { _id: string; capacity: number | null; participant: number };
  const events = (await (await request.get(`${origin}/api/events`)).json()) as Listed[];
  const roomy = events.find(({ capacity, participant }) => (capacity ?? 99) - participant > 9);
  await goTo(page, `/view-event/${roomy?._id}`);
  await page.getByRole("button", { name: "Join Event" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Name").fill(name);
  await sheet.getByLabel("Email").fill(email);
  await sheet.getByLabel("Password", { exact: true }).fill("short");
  await sheet.getByRole("button", { name: "Join Event" }).click();
  await expect(sheet.getByText("Password Must be 6 characters or longer")).toBeVisible();
  await sheet.getByLabel("Password", { exact: true }).fill(password);
  await sheet.getByRole("button", { name: "Join Event" }).click();
  await expect(sheet.getByRole("heading", { name: "You're in" })).toBeFocused();
  expect(await accountOf(email)).toMatchObject({ displayName: name });
});

test("a new member registers, is known again, joins an event, logs out and in again", async ({ page, request }) => {
  const person = newPerson("Firebase Tester");
  const traded = page.waitForRequest((sent) => sent.url().endsWith("/api/auth/sign-in/firebase"));
  await goTo(page, "/register");
  await register(page, person);
  const { idToken } = (await traded).postDataJSON() as { idToken: string };
  expect(await accountOf(person.email)).toMatchObject({ displayName: person.name, photoUrl: person.photo });

  await page.goto("/upcoming-events");
  await page
    .getByRole("article")
    .last()
    .getByRole("link", { name: /^View Event/ })
    .click();
  await page.getByRole("button", { name: "Join Event" }).click();
  await expect(page.getByText("Joined an event")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Already Joined" })).toBeDisabled();
  await page.getByRole("button", { name: /^Your account/ }).click();
  await expect(page.getByText(person.name)).toBeVisible();
  await page.keyboard.press("Escape");

  // Firebase's own token acts for its member until they log out.
  const myEvents = async () =>
    (await request.get(`${origin}/api/myEvents`, { headers: { authorization: `Bearer ${idToken}` } })).status();
  expect(await myEvents()).toBe(200);
  await logOut(page);
  expect(await myEvents()).toBe(401);
  await page.reload();
  await ready(page);
  await expect(page.getByRole("button", { name: /^Your account/ })).toBeHidden();

  await goTo(page, "/joined-events");
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, person);
  await expect(page.getByText("You've joined 1 event")).toBeVisible();
});

test("errors are reported in our own words", async ({ page }) => {
  const person = newPerson();
  await goTo(page, "/register");
  await register(page, person);
  await logOut(page);

  await goTo(page, "/login");
  const noMatch = "That e-mail and password do not match an account.";
  await tryToLogIn(page, { email: person.email, password: "Wrong4all" });
  await expect(toast(page, noMatch)).toBeVisible();
  await page.reload();
  await ready(page);
  await tryToLogIn(page, newPerson());
  await expect(toast(page, noMatch)).toBeVisible();

  await page.route(`${emulator}/**`, (route) => route.abort("connectionfailed"), { times: 1 });
  await tryToLogIn(page, person);
  await expect(toast(page, "We could not reach the sign-in service.")).toBeVisible();

  const { localId } = (await accountOf(person.email)) ?? {};
  await adminFirebase("update", { localId, disableUser: true });
  await tryToLogIn(page, person);
  await expect(toast(page, "This account has been disabled.")).toBeVisible();

  await goTo(page, "/register");
  await page.getByLabel("Name").fill(person.name);
  await typePhoto(page, person.photo);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(toast(page, "There is already an account with this e-mail.")).toBeVisible();
});

test("Google's window needs a script of Google's, and its failure to load is reported", async ({ page }) => {
  await page.route("https://apis.google.com/**", (route) => route.abort("connectionfailed"));
  await goTo(page, "/login");
  const asked = page.waitForRequest("https://apis.google.com/**");
  await page.getByRole("button", { name: "Login With Google" }).click();
  await asked;
  await expect(toast(page, /sign-in service/)).toBeVisible();
});

test("a forgotten password is replaced by Firebase's mail, which does not reveal who has an account", async ({
  page,
}) => {
  const person = newPerson();
  await goTo(page, "/register");
  await register(page, person);
  await logOut(page);
  for (const email of ["nobody@demo.example", person.email]) {
    await goTo(page, "/forgot-password");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Send me a link" }).click();
    await expect(page.getByText(`If there is an account for ${email}`)).toBeVisible();
  }
  const oobCode = await mailedCode(person.email, "PASSWORD_RESET");
  await callFirebase("resetPassword", { oobCode, newPassword: "Newer4all" });
  await goTo(page, "/login");
  await logIn(page, { ...person, password: "Newer4all" });
  await isMember(page);
});

test("a session that has ended begins again silently, but not after logging out", async ({ page, context }) => {
  const person = newPerson();
  await arriveAs(page, person, "/joined-events");
  await context.clearCookies();
  await page.reload();
  await expect(page.getByRole("heading", { name: "You haven't joined any events yet." })).toBeVisible();
  expect((await context.cookies()).map(({ name }) => name)).toContain("goodturn.session_token");

  await logOut(page);
  await goTo(page, "/joined-events");
  await expect(page).toHaveURL(/\/login$/);
});

test("Firebase's token is renewed five minutes before it ends", async ({ page }) => {
  await page.clock.install();
  await goTo(page, "/register");
  await register(page, newPerson());
  let renewals = 0;
  page.on("request", (sent) => (renewals += sent.url().includes("securetoken.googleapis.com/v1/token") ? 1 : 0));
  await page.clock.fastForward("53:00");
  expect(renewals).toBe(0);
  const renewal = page.waitForRequest(/securetoken\.googleapis\.com\/v1\/token/);
  await page.clock.fastForward("03:00");
  await renewal;
});

test("a profile is changed here and at Firebase", async ({ page }) => {
  const person = newPerson();
  await arriveAs(page, person, "/account");
  const photo = `${origin}/scenes/cleanup-2.svg`;
  await page.getByRole("region", { name: "Profile" }).locator("summary").first().click();
  await page.getByLabel("Name", { exact: true }).fill("Somebody New");
  await page.getByText("Use a web address").click();
  await page.getByLabel("Photo URL").fill(photo);
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByText("Your profile is saved.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Your account: Somebody New" })).toBeVisible();
  expect(await accountOf(person.email)).toMatchObject({ displayName: "Somebody New", photoUrl: photo });
});

test("a person who logs in with Google has a name and a picture, and Google has confirmed the address", async ({
  page,
}) => {
  const person = newPerson("Google Tester");
  const claims = { sub: person.email, email: person.email, name: person.name, picture: pictureElsewhere };
  const idToken = await googleToken(claims);
  const answer = await page.request.post(`${origin}/api/auth/sign-in/firebase`, {
    headers: { origin },
    data: { idToken },
  });
  expect(await answer.json()).toMatchObject({
    user: { name: person.name, email: person.email, image: pictureElsewhere, emailVerified: true },
  });
  await page.goto("/create-event");
  await expect(page.getByText("Verified User")).toBeVisible();
});

test("an address of an existing member is proved by mail before it opens the account", async ({ page }) => {
  // One of our members whom Firebase no longer knows.
  const person = newPerson();
  const idToken = await googleToken({ ...person, sub: person.email, picture: pictureElsewhere });
  await page.request.post(`${origin}/api/auth/sign-in/firebase`, { headers: { origin }, data: { idToken } });
  const { user } = (await (await page.request.get(`${origin}/api/auth/get-session`)).json()) as {
    user: { id: string };
  };
  await page.context().clearCookies();
  const { localId } = (await accountOf(person.email)) ?? {};
  await adminFirebase("delete", { localId });

  await goTo(page, "/register");
  await page.getByLabel("Name").fill(person.name);
  await typePhoto(page, person.photo);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(toast(page, /Please confirm it with the link in your e-mail/)).toBeVisible();

  await callFirebase("update", { oobCode: await mailedCode(person.email, "VERIFY_EMAIL") });
  await goTo(page, "/login");
  await logIn(page, person);
  const again = (await (await page.request.get(`${origin}/api/auth/get-session`)).json()) as { user: { id: string } };
  expect(again.user.id).toBe(user.id);
});

test("a page names the sites that it uses, and loads nothing from others", async ({ page }) => {
  const strangers: string[] = [];
  page.on("request", (sent) => {
    const address = sent.url();
    if (!address.startsWith(origin) && !address.startsWith("data:")) strangers.push(address);
  });
  const answer = await page.goto("/login");
  const policy = answer?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain(`connect-src 'self' ${emulator}`);
  expect(policy).toMatch(/script-src 'self' ('sha256-[^']+' )+https:\/\/apis\.google\.com/);
  expect(policy).toContain(`frame-src 'self' ${emulator}`);
  await ready(page);
  await page.waitForRequest(/firebase-sdk-/);
  await page.waitForLoadState("networkidle");
  expect(strangers).toEqual([]);
});
