import {
  becomeMember,
  closeSheet,
  everyday,
  expect,
  inDays,
  newEvent,
  newPerson,
  openSheet,
  ready,
  test,
  typeEvent,
  typePhoto,
} from "./journey.ts";
import { lookAtAll } from "./accessible.ts";
import { confirmAddress } from "./mailbox.ts";

// The words that members see: clauses of docs/specification.md that no other journey covers.

test.describe("the member's identity", () => {
  test.use({ expectedFailures: [/broken|sign-(up|in)\/email/] });

  test("stands in the header: a picture or initials, and a name or Anonymous", async ({ page }) => {
    await becomeMember(page, newPerson("Amina Karim"));
    await page.goto("/");
    await ready(page);
    const account = page.getByRole("button", { name: "Your account: Amina Karim" });
    const tooltip = page.locator(".tooltip").filter({ has: account });
    await expect(tooltip).toHaveAttribute("data-tip", "Amina Karim");
    await account.hover();
    await expect
      .poll(() => tooltip.evaluate((box) => Number(getComputedStyle(box, "::before").opacity)))
      .toBeGreaterThan(0.9);
    await expect(account.locator("img")).toBeVisible();

    // Another identity provider may send no name, and a picture that is gone.
    await page.route("**/api/auth/get-session", async (route) => {
      const answer = await route.fetch();
      const session = (await answer.json()) as { user: { name: string; image: string } };
      Object.assign(session.user, { name: "", image: "/broken.png" });
      await route.fulfill({ response: answer, json: session });
    });
    await page.reload();
    const nameless = page.getByRole("button", { name: "Your account: Anonymous" });
    await expect(nameless.locator("[data-initials]")).toHaveAttribute("data-initials", "A");
    await expect(nameless.locator("[data-initials]")).toBeVisible();
    // Initials are drawn, so they are not part of the button's name.
    await expect(nameless).toHaveText("");
    expect((await lookAtAll(page)).map(({ id }) => id)).toEqual([]);
    await expect(nameless.locator("img")).toHaveCount(0);
    await nameless.click();
    await expect(page.locator("#account").getByText("Anonymous")).toBeVisible();
  });

  test("is submitted only once at a time, and an address that is taken is reported", async ({ page, context }) => {
    const person = await becomeMember(page);
    await context.clearCookies();
    await page.goto("/register");
    await ready(page);
    const main = page.getByRole("main");
    await main.getByLabel("Name").fill(person.name);
    await typePhoto(page, person.photo);
    await main.getByLabel("Email", { exact: true }).fill(person.email);
    await main.getByLabel("Password", { exact: true }).fill(person.password);
    await main.getByRole("button", { name: "Register", exact: true }).click();
    // The error is in a toast (specification 8), and at its field.
    const taken = "There is already an account with this e-mail.";
    await expect(page.getByRole("alert").filter({ hasText: taken })).toBeVisible();
    await expect(main.getByText(taken)).toBeVisible();
    await expect(main.getByLabel("Email", { exact: true })).toBeFocused();
    await main.getByRole("link", { name: "Login" }).click();
    // The previous form has fields with the same names.
    await expect(main.getByRole("button", { name: "Login", exact: true })).toBeVisible();

    let calls = 0;
    const looked = Promise.withResolvers<void>();
    await page.route("**/api/auth/sign-in/email", async (route) => {
      calls++;
      await looked.promise;
      await route.continue();
    });
    await main.getByLabel("Email", { exact: true }).fill(person.email);
    await main.getByLabel("Password", { exact: true }).fill(person.password);
    await main.getByRole("button", { name: "Login", exact: true }).dblclick();
    await expect(main.getByRole("button", { name: "Logging in…" })).toBeDisabled();
    looked.resolve();
    await expect(page.getByRole("alertdialog", { name: "Welcome back!" })).toBeVisible();
    await expect(page).toHaveURL(/localhost:\d+\/$/);
    expect(calls).toBe(1);
  });
});

test.describe("creating an event", () => {
  test.use({ expectedFailures: [/broken/] });

  test("shows the organizer, tips, counters, the time in words and the picture", everyday, async ({ page }) => {
    const person = await becomeMember(page);
    await confirmAddress(page, person);
    await page.goto("/aboutUs");
    await ready(page);
    await page.getByRole("contentinfo").getByRole("link", { name: "Create Event" }).click();
    const main = page.getByRole("main");
    await expect(main.getByText("Creating as")).toBeVisible();
    await expect(main.getByText(person.email).first()).toBeVisible();
    await expect(main.getByText("Verified User")).toBeVisible();
    // The tips are open on a wide screen.
    const tips = main.getByRole("form").getByRole("region", { name: "Tips for a good event" });
    await expect(tips.getByRole("listitem")).toHaveText([
      "Choose a clear title",
      "Use good images",
      "Write a detailed description",
      "Pick the right event type",
      "Give a specific location",
      "Plan at least 24 hours ahead",
    ]);
    const form = main.getByRole("form", { name: "Create Event" });
    // The seven types are one row of equal size, so that everything asked is above the fold of a small desktop.
    const types = await form
      .getByRole("radio")
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map((box) => `${box.y} ${Math.round(box.width)}`),
      );
    expect([types.length, new Set(types).size]).toEqual([7, 1]);
    await expect(form.getByLabel("Date")).toBeHidden();
    for (const asked of ["^When", "^Where", "picture$"])
      await expect(form.getByRole("button", { name: new RegExp(asked) })).toBeInViewport({ ratio: 1 });
    await expect(form.getByText("0/50")).toBeVisible();
    await expect(form.getByText("0/1000")).toBeVisible();
    // Characters are counted as people count them, and one too many is not accepted.
    const full = `${"👩‍👩‍👧‍👦".repeat(10)}${"a".repeat(40)}`;
    await form.getByLabel("Event title").fill(full);
    await expect(form.getByText("50/50")).toBeVisible();
    await expect(form.getByText("Title must not exceed 50 characters")).toBeVisible();
    await form.getByLabel("Event title").press("End");
    await form.getByLabel("Event title").pressSequentially("x");
    await expect(form.getByLabel("Event title")).toHaveValue(full);
    for (const example of ["50", "up to 50", "20-50"]) {
      const sheet = await openSheet(form, "spots");
      await expect(sheet.getByPlaceholder("e.g. 50, up to 50, 20-50")).toBeVisible();
      await form.getByLabel("Max participants").fill(example);
      await expect(form.getByText("50 people can join.")).toBeVisible();
      await closeSheet(form);
    }
    const event = newEvent();
    await typeEvent(form, { ...event, thumbnail: `${person.photo}/broken.png` });
    await expect(form.getByText(`${event.title.length}/50`)).toBeVisible();
    const long = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
    await openSheet(form, "when");
    await expect(form.getByText(`${long.format(new Date(`${event.date}T12:00:00Z`))}, 9:30 – 11:30 AM`)).toBeVisible();
    await closeSheet(form);
    await openSheet(form, "picture");
    await expect(
      form.getByText("This picture does not load. We would show one of our drawings instead."),
    ).toBeVisible();
    await form.getByLabel("Thumbnail image URL").fill(event.thumbnail);
    const picture = form.getByRole("figure").locator("img");
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expect(form.getByText("This picture does not load.")).toBeHidden();
    await closeSheet(form);
    await typeEvent(form, { date: inDays(-2).date });
    await form.getByRole("button", { name: "Create Event" }).click();
    // The sheet with the mistake opens, and its row names it too.
    await expect(form.getByRole("dialog").getByText("Please choose a time in the future.")).toBeVisible();
    await expect(form.getByLabel("Date")).toBeFocused();
    await closeSheet(form);
    await expect(form.getByRole("button", { name: /^When.*Please choose a time in the future\.$/ })).toBeVisible();
    await form.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL(/aboutUs$/);
  });

  test("begins with a drawing, takes any minute, and stays once the result is touched", async ({ page }) => {
    await becomeMember(page);
    // This is before noon in every time zone.
    await page.clock.install({ time: new Date(new Date().setHours(11, 7, 0, 0)) });
    await page.goto("/create-event");
    const form = page.getByRole("form", { name: "Create Event" });
    const event = newEvent();
    const { thumbnail: _, date: __, time: ___, kind, ...typed } = event;
    await typeEvent(form, { ...typed, kind: "Tree Plantation" });
    const address = form.getByLabel("Thumbnail image URL");
    await openSheet(form, "picture");
    await expect(address).toHaveValue("/scenes/plantation.svg");
    await form.getByRole("radio", { name: "Drawing 2" }).check();
    await expect(address).toHaveValue("/scenes/plantation-2.svg");
    await closeSheet(form);
    await typeEvent(form, { kind });
    await openSheet(form, "picture");
    await expect(address).toHaveValue("/scenes/cleanup.svg");
    await expect(form.getByRole("radio", { name: "Drawing 1" })).toBeChecked();
    await closeSheet(form);

    // For today it becomes the next half hour; a time for another day stays.
    await openSheet(form, "when");
    await form.getByLabel("Date").fill(inDays(1).date);
    await expect(form.getByLabel("Time", { exact: true })).toHaveValue("09:00");
    await form.getByLabel("Date").fill(inDays(0).date);
    await expect(form.getByLabel("Time", { exact: true })).toHaveValue("11:30");
    await form.getByLabel("Time", { exact: true }).selectOption("Other time…");
    await expect(form.getByLabel("Time", { exact: true })).toBeFocused();
    await form.getByLabel("Time", { exact: true }).fill("17:43");
    await expect(form.getByRole("dialog").getByText(/5:43 – 7:43 PM/)).toBeVisible();
    await form.getByLabel("Date").fill(event.date);
    await closeSheet(form);
    await expect(form.getByRole("button", { name: /^When\? 5:43 – 7:43 PM/ })).toBeVisible();

    await page.clock.pauseAt(new Date(new Date().setHours(11, 37, 0, 0)));
    await page.getByRole("button", { name: "Create Event" }).click();
    await expect(page.getByRole("heading", { name: "Event Created Successfully!" })).toBeFocused();
    await expect(page.getByText("You are being redirected to upcoming events.")).toBeVisible();
    const link = page.getByLabel("The address of your event");
    await expect(link).toHaveValue(/\/view-event\/[\w-]{36}$/);
    // Three seconds have not passed yet.
    await page.clock.runFor(2_990);
    await link.focus();
    await expect(page.getByText("Stay here as long as you like.")).toBeVisible();
    await page.clock.runFor(60_000);
    await expect(page).toHaveURL(/create-event$/);
    await page.getByRole("link", { name: "View Event" }).click();
    await expect(page.getByRole("heading", { level: 1, name: event.title })).toBeVisible();
  });
});
