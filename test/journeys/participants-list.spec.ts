import { expectAccessible } from "./accessible.ts";
import { becomeMember, expect, haveEvent, haveJoined, newEvent, newPerson, ready, test } from "./journey.ts";
import { fromMenu, fromMenuOf, guest, havePerson, namedGuest, openParticipants, rowOf } from "./participants-screen.ts";

test.describe("the list of participants", () => {
  test.use({ expectedFailures: [/participants/] });

  test("is visible only to the organizer, on a phone too", async ({ page, browser }) => {
    const organizer = await becomeMember(page, newPerson("Journey Organizer"));
    const path = await haveEvent(page, newEvent({ max: "2" }));
    const other = await guest(browser, path, "Lakshmi Venkataraghavan-Subramanian", [{ name: "Ravi", under18: true }]);
    const { person: tom } = await namedGuest(path, "Tom Ito");
    await page.goto(path);
    await ready(page);
    // The event is full and the organizer's own: its bar leads to the people, and not to the waitlist.
    const bar = page.locator(".join-bar");
    await expect(bar.getByRole("link", { name: "See your participants" })).toBeVisible();
    await expect(page.getByText("Every spot is taken")).toBeVisible();
    // The organizer can edit it here, and is not asked to write to themselves.
    await expect(page.getByRole("link", { name: /^Write to|Report this event|Block the/ })).toHaveCount(0);
    await expect(page.getByText("You host this")).toBeVisible();
    await expect(bar.getByRole("button")).toHaveText(["Edit event"]);
    await bar.getByRole("button").click();
    const edit = page.getByRole("dialog", { name: "Edit Event" });
    await edit.getByLabel("Location").fill("Town hall, the back door");
    await edit.getByRole("button", { name: "Update Event" }).click();
    await expect(page.getByRole("definition").filter({ hasText: "Town hall, the back door" })).toBeVisible();
    await haveJoined(page, path);
    await bar.getByRole("link").click();
    await page.setViewportSize({ width: 375, height: 740 });
    // The list begins where it is seen, with all that stands above it.
    const people = page.getByRole("region", { name: "Participants" });
    await expect(people.getByRole("button", { name: /^Waitlist/ })).toBeVisible();
    // Without the line above it that asks to confirm the address.
    const asks = (await page.locator(".unverified").boundingBox())?.height ?? 0;
    expect((await people.getByRole("listitem").first().boundingBox())!.y - asks).toBeLessThanOrEqual(300);
    // A long address is shown in full, and does not touch the menu.
    const [mail, more] = [
      await rowOf(page, other.person).locator(".contacts a").boundingBox(),
      await rowOf(page, other.person).getByRole("button").boundingBox(),
    ];
    expect(mail!.x + mail!.width).toBeLessThanOrEqual(more!.x);
    // A menu ends at its button.
    await page.setViewportSize({ width: 1280, height: 800 });
    const button = rowOf(page, tom).getByRole("button", { name: "More for Tom Ito" });
    await button.click();
    const [opens, menu] = [await button.boundingBox(), await page.locator(".more-menu:visible").boundingBox()];
    expect(menu!.x + menu!.width).toBeLessThanOrEqual(opens!.x + opens!.width);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 375, height: 740 });
    // Their own row has no actions, and blocked people are marked.
    await expect(rowOf(page, organizer).getByText("You")).toBeVisible();
    await expect(rowOf(page, organizer).getByRole("button")).toHaveCount(0);
    await fromMenuOf(page, tom, "Block Tom Ito");
    await page.getByRole("button", { name: "Block" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Tom Ito is blocked" })).toBeVisible();
    await page.getByRole("button", { name: "Back" }).and(page.locator(".btn-primary")).click();
    await expect(rowOf(page, tom).getByText("Blocked")).toBeVisible();
    await fromMenuOf(page, tom, "Report the name or photo of Tom Ito");
    await expect(page.getByText("About: Tom Ito")).toBeVisible();
    await page.reload();
    await expect(page.getByText("About: Tom Ito")).toBeVisible();
    await page.goto("/account");
    const blocks = page.getByRole("region", { name: "Blocked people" });
    await blocks.getByText("1 person").click();
    const unblock = blocks.getByRole("button", { name: "Unblock Tom Ito" });
    // On a desktop it is at the end of its row, where the card ends.
    await page.setViewportSize({ width: 1280, height: 800 });
    const [row, end] = [await blocks.boundingBox(), await unblock.boundingBox()];
    expect(row!.x + row!.width - end!.x - end!.width).toBe(24);
    await page.setViewportSize({ width: 375, height: 740 });
    await unblock.click();
    await expect(blocks.getByText("Nobody", { exact: true })).toBeVisible();
    const { user } = (await (await page.request.get("/api/auth/get-session")).json()) as { user: { id: string } };
    await page.goto(`/report?member=${user.id}`);
    await expect(page.getByRole("heading", { level: 1, name: "Nothing to report here" })).toBeVisible();
    await openParticipants(page, path);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Write a message" }).click();
    await page.getByLabel("Your message").fill("Bring boots.\nAnd gloves.");
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByRole("button", { name: "Send to 1 person" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Keep writing" }).click();
    const sheet = page.getByRole("dialog", { name: "Write a message" });
    await expect(sheet.getByLabel("Your message")).toHaveValue("Bring boots.\nAnd gloves.");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await fromMenu(page, "Cancel the event");
    await page.getByLabel("Your reason").fill("A storm is coming.");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel the event" }).click();
    await expect(page.getByRole("heading", { name: "This event is canceled" })).toBeVisible();

    await other.page.goto(path);
    await ready(other.page);
    await expect(other.page.getByRole("heading", { name: "This event is canceled" })).toBeVisible();
    await expect(other.page.getByRole("link", { name: "See your participants" })).toBeHidden();
    await expectAccessible(other.page);
    await other.page.getByRole("link", { name: "Block the organizer" }).click();
    await other.page.getByRole("button", { name: "Block" }).click();
    await other.page.getByRole("button", { name: "Back" }).and(other.page.locator(".btn-primary")).click();
    await expect(other.page.getByRole("link", { name: "Unblock the organizer" })).toBeVisible();
    await other.page.goto(path.replace("view-event", "manage-events"));
    const title = other.page.getByRole("heading", { name: "This event is not yours" });
    await expect(title).toBeVisible();
    // The drawing fills its side of the card, regardless of the length of the text beside it.
    const card = other.page.locator(".sheet", { has: title });
    const [whole, drawing] = await Promise.all([card.boundingBox(), card.locator(".picture").boundingBox()]);
    expect(drawing?.height).toBe((whole?.height ?? 0) - 2);
  });

  test("has each menu beside its name, and a guardian's name on one line, at every width", async ({ page }) => {
    await becomeMember(page, newPerson("Journey Organizer"));
    const path = await haveEvent(page, newEvent({ max: "20" }));
    const guardian = "Maria da Conceição Moura";
    const minor = { name: "Ida", under18: true, guardian };
    const { person: one } = await namedGuest(path, "Tom Ito", [minor]);
    const { person: three } = await namedGuest(path, "Chidi Okoro", [minor, { name: "Bo", under18: false }]);
    for (const width of [768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await openParticipants(page, path);
      for (const person of [one, three]) {
        const row = rowOf(page, person);
        const [menu, face, words] = await Promise.all(
          [
            row.getByRole("button", { name: "More for" }),
            row.locator(".avatar, img").first(),
            row.getByText("With Ida"),
          ].map((part) => part.boundingBox()),
        );
        expect(
          Math.abs(menu!.y + menu!.height / 2 - face!.y - face!.height / 2),
          `${width} ${person.name}`,
        ).toBeLessThan(8);
        expect(words!.height, `${width} ${person.name}`).toBeLessThan(25);
      }
    }
    // On the organizer's own page the visitors' buttons leave no gap, and a date takes one line.
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.goto(path);
    await ready(page);
    const card = page.getByRole("region", { name: "Organized by" }).locator(".pane");
    expect((await card.boundingBox())!.height).toBeLessThan(120);
    expect((await page.locator(".facts time").first().boundingBox())!.height).toBeLessThan(30);
  });

  test("names everybody without an e-mail address until their number was shown", async ({ page }) => {
    await becomeMember(page, newPerson("Journey Organizer"));
    const path = await haveEvent(page, newEvent({ max: "2" }));
    const [amara, noor] = [newPerson("Amara Okafor"), newPerson("Noor Haddad")];
    await havePerson(page, path, { name: amara.name, phone: "+44 20 7946 0958" });
    await havePerson(page, path, { name: noor.name });
    await page.goto(path.replace("view-event", "manage-events"));
    await ready(page);
    for (const [person, number] of [
      [amara, "+44 20 7946 0958"],
      [noor, "no phone number"],
    ] as const) {
      await fromMenuOf(page, person, `Remove ${person.name}`);
      const question = page.getByRole("dialog", { name: `Remove ${person.name}?` });
      await expect(question.getByText("They get no e-mail from us. Please tell them yourself:")).toBeVisible();
      await expect(question.getByText(number)).toBeVisible();
      await expectAccessible(page);
      await question.getByRole("button", { name: "Remove", exact: true }).click();
      await expect(rowOf(page, person)).toHaveCount(0);
    }
  });

  test("shows a person added beyond the first fifty rows, and the add button on a small screen", async ({ page }) => {
    await becomeMember(page, newPerson("Journey Organizer"));
    const path = await haveEvent(page, newEvent({ max: "80" }));
    await namedGuest(path, "Tom Ito");
    for (let number = 1; number <= 50; number++) {
      await havePerson(page, path, { name: number === 1 ? "Noor Haddad" : `Person ${number}` });
    }
    await page.setViewportSize({ width: 375, height: 667 });
    await openParticipants(page, path);
    const rows = page.getByRole("region", { name: "Participants" }).locator("li");
    await expect(rows).toHaveCount(50);
    await expect(rows.filter({ hasText: "Person 50" })).toHaveCount(0);

    await page.getByRole("button", { name: "Add a person" }).click();
    const addition = page.getByRole("dialog", { name: "Add a person" });
    await addition.getByRole("button", { name: "Add them by name" }).click();
    const add = addition.getByRole("button", { name: "Add", exact: true });
    await addition.getByLabel("They are under 18").check();
    // The dialog is longer than the screen, but its foot is in view from the first field on.
    await addition.getByLabel("Their name").fill("Noor Haddad");
    const [whole, shown] = await addition
      .locator(".dialog-body")
      .evaluate((one) => [one.scrollHeight, one.clientHeight] as const);
    expect(whole).toBeGreaterThan(shown);
    await expect(add).toBeInViewport({ ratio: 1 });
    const field = addition.getByLabel("Name of the guardian who agreed (optional)");
    await field.focus();
    const [below, foot] = [await field.boundingBox(), await add.boundingBox()];
    expect(below!.y + below!.height, "a field, and the foot").toBeLessThanOrEqual(foot!.y);
    await add.click();

    // If two people share a name, it is the one just added.
    await expect(page.getByLabel("Search participants")).toHaveValue("Noor Haddad");
    await expect(rows).toHaveCount(2);
    const added = page.locator("li[data-new]");
    await expect(added).toHaveCount(1);
    await expect(added).toContainText("under 18");
    await expect(added).toBeInViewport();
    await expect(added.getByRole("button", { name: "More for Noor Haddad" })).toBeVisible();
  });
});

test("no text of an event's card overflows, however large the maximum", async ({ page }) => {
  await becomeMember(page);
  for (const max of ["40", "10000"]) await haveEvent(page, newEvent({ max }));
  for (const width of [320, 375, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/manage-events");
    await expect(page.getByText("0 of 10,000 joined")).toBeVisible();
    const rows = await page.getByRole("article").evaluateAll((all) =>
      all.map((row) => {
        const deeds = [...row.querySelectorAll(".row-deeds > .btn")].map((deed) => deed.getBoundingClientRect());
        const [words, figures] = [".row-words", ".row-words > p:last-child"].map((part) =>
          row.querySelector(part)!.getBoundingClientRect(),
        );
        const whole = row.getBoundingClientRect();
        return {
          fits: figures!.right <= words!.right && deeds.at(-1)!.right <= whole.right,
          lines: new Set(deeds.map(({ top }) => top)).size,
          looks: `${whole.height}: ${deeds.map(({ width: its }) => Math.round(its)).join(" ")}`,
        };
      }),
    );
    expect(rows.map(({ fits, lines }) => [fits, lines])).toEqual([
      [true, 1],
      [true, 1],
    ]);
    expect(rows[0]?.looks).toBe(rows[1]?.looks);
  }
});
