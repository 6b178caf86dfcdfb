import { readFile } from "node:fs/promises";

import { expectAccessible } from "./accessible.ts";
import { becomeMember, everyday, expect, haveEvent, newEvent, newPerson, ready, test } from "./journey.ts";
import { confirmAddress, mailTo } from "./mailbox.ts";
import {
  closeAndReloadSheet,
  expectSent,
  fromMenu,
  fromMenuOf,
  guest,
  namedGuest,
  openParticipants,
  rowOf,
  openSheet,
} from "./participants-screen.ts";

test.describe("an organizer", () => {
  // The first address tried has no account, and the first maximum is too small.
  test.use({ expectedFailures: [/api\/events\//] });

  test("searches, removes and adds people, writes to them, and cancels", everyday, async ({ page, browser }) => {
    const organizer = await becomeMember(page, newPerson("Journey Organizer"));
    await confirmAddress(page, organizer);
    const event = newEvent({ max: "3" });
    const path = await haveEvent(page, event);
    const amina = await guest(browser, path, "Amina Rahman", [{ name: "Zoë", under18: true }]);
    const tom = await guest(browser, path, "Tom Ito");
    const mia = await namedGuest(path, "Mia Costa");

    await page.goto("/manage-events");
    // The person who was offered the event is shown, and the offer can be withdrawn.
    const heir = newPerson().email;
    const handOver = page.getByRole("dialog", { name: "Hand over this event" });
    const openHandOver = async () => {
      await page.getByRole("button", { name: `More for ${event.title}` }).click();
      await page.getByRole("button", { name: `Hand over ${event.title}` }).click();
    };
    await openHandOver();
    await handOver.getByLabel("Their e-mail address").fill(heir);
    await handOver.getByRole("button", { name: "Ask them" }).click();
    await expect(page.getByText(`We have asked ${heir} by e-mail.`)).toBeVisible();
    const visitor = await browser.newPage();
    await visitor.goto(`${path}?offer`);
    await visitor.getByRole("main").getByRole("link", { name: "Login" }).click();
    await expect(visitor).toHaveURL(/\/login$/);
    await visitor.close();
    await openHandOver();
    await expect(handOver.getByText(`You have asked ${heir}`)).toBeVisible();
    await handOver.getByRole("button", { name: "Take it back" }).click();
    await expect(page.getByText("The event stays yours.")).toBeVisible();
    await openHandOver();
    await expect(handOver.getByLabel("Their e-mail address")).toBeVisible();
    await expect(handOver.getByRole("button", { name: "Take it back" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    const name = `Participants of ${event.title}: 3 of 3 spots taken, 1 person on the waitlist`;
    await expect(page.getByText("3 of 3 joined, 1 waiting")).toBeVisible();
    await page.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1, name: event.title })).toBeVisible();
    await expect(page.getByText("3 of 3 spots taken, 1 person on the waitlist")).toBeVisible();
    const choice = page.getByRole("group", { name: "Show" }).getByRole("button");
    await expect(choice).toHaveText(["All 4", "Joined 3", "Waitlist 1"]);
    await expect(rowOf(page, amina.person).getByText("With Zoë (under 18, no guardian)")).toBeVisible();
    await expect(rowOf(page, mia.person).getByText("Number 1 on the waitlist")).toBeVisible();
    // It is below the address, in the place of several guests.
    const [company, address] = await Promise.all(
      [rowOf(page, amina.person).getByText("With Zoë"), rowOf(page, amina.person).getByText(amina.person.email)].map(
        (part) => part.boundingBox(),
      ),
    );
    expect(company!.y).toBeGreaterThanOrEqual(address!.y + address!.height - 12);
    expect(company!.x - address!.x).toBeLessThan(32);
    const widths = () => choice.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    const before = await widths();
    await page.getByLabel("Search participants").fill("zoe");
    await expect(page.getByText("1 match")).toBeVisible();
    await expect(rowOf(page, amina.person)).toBeVisible();
    // The numbers do not apply to the search, so they are hidden; the buttons keep their width.
    await expect(choice.first().getByText("4")).toBeHidden();
    await expect(choice.first()).toHaveAccessibleName("All");
    expect(await widths()).toEqual(before);
    // An empty result is visible only once.
    await page.getByLabel("Search participants").fill("nobody");
    await expect(page.getByRole("heading", { name: "Nobody here matches your search" })).toBeVisible();
    await expect(page.getByText(/\d match/)).toHaveCount(0);
    // On a phone the choices are above the search field.
    const desk = page.viewportSize()!;
    await page.setViewportSize({ width: 375, height: 740 });
    const [tabs, line] = await Promise.all(
      [choice.first(), page.locator(".search-field")].map((one) => one.boundingBox()),
    );
    expect(line!.y).toBeGreaterThanOrEqual(tabs!.y + tabs!.height);
    expect(line!.height).toBe(44);
    await page.setViewportSize(desk);
    await page.getByLabel("Search participants").fill("zoe");
    await expect(rowOf(page, amina.person)).toBeVisible();
    await expect(rowOf(page, tom.person)).toBeHidden();

    // Pages have one row each. A late page of another filter is not added.
    await page.route(/\/participants\?/, async (route) => {
      const url = route.request().url();
      if (url.includes("cursor=")) await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue({ url: url.replace("limit=50", "limit=1") });
    });
    await page.getByLabel("Search participants").fill("");
    await expect(page.getByRole("listitem").filter({ hasText: "@" })).toHaveCount(1);
    const late = page.waitForResponse(/cursor=/);
    await page.getByRole("button", { name: "Load more" }).click();
    await page.getByLabel("Search participants").fill("mia");
    await expect(page.getByText("1 match")).toBeVisible();
    await (await late).finished();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    await expect(rowOf(page, mia.person)).toBeVisible();
    await expect(rowOf(page, tom.person)).toBeHidden();
    await page.getByLabel("Search participants").fill("");
    for (const { person } of [tom, mia]) {
      await page.getByRole("button", { name: "Load more" }).click();
      await expect(rowOf(page, person)).toBeVisible();
    }
    await expect(page.getByRole("button", { name: "Load more" })).toBeHidden();
    await page.unroute(/\/participants\?/);

    await fromMenuOf(page, mia.person, "Remove Mia Costa");
    const fromWaitlist = page.getByRole("dialog", { name: "Remove Mia Costa?" });
    await expect(fromWaitlist.getByText("They lose their position on the waitlist.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(fromWaitlist).toBeHidden();
    await fromMenuOf(page, amina.person, "Remove Amina Rahman");
    const removal = page.getByRole("dialog", { name: "Remove Amina Rahman?" });
    await expect(removal.getByText("Others can have their 2 spots.")).toBeVisible();
    await removal.getByRole("button", { name: "Remove and tell them" }).click();
    await expect(removal.getByText("Please give a reason.")).toBeVisible();
    await removal.getByLabel("Your reason").fill("The boat has fewer seats than we thought.");
    await removal.getByRole("button", { name: "Remove and tell them" }).click();
    await expect(page.getByText("Amina Rahman is off the list")).toBeVisible();
    await expect(rowOf(page, amina.person)).toBeHidden();
    await expect(rowOf(page, mia.person).getByText(/^Spot held until/)).toBeVisible();
    const removed = await mailTo(amina.person.email, /^You are no longer on the list/);
    expect(removed.text).toContain("The boat has fewer seats than we thought.");

    await page.getByRole("button", { name: "Add a person" }).click();
    const addition = page.getByRole("dialog", { name: "Add a person" });
    await addition.getByLabel("Their e-mail address").fill("nobody@demo.example");
    await addition.getByLabel("Your reason").fill("You asked me on the phone.");
    await addition.getByRole("button", { name: "Add and tell them" }).click();
    await expect(addition.getByText("We can't add nobody@demo.example as a member.")).toBeVisible();
    await expect(addition.getByLabel("E-mail address, if they have one")).toHaveValue("nobody@demo.example");
    await addition.getByRole("button", { name: "They have an account" }).click();
    await confirmAddress(amina.page, amina.person);
    await addition.getByLabel("Their e-mail address").fill(amina.person.email);
    await addition.getByRole("button", { name: "Add and tell them" }).click();
    await expect(page.getByText(`${amina.person.email} has a spot`)).toBeVisible();
    await expect(rowOf(page, amina.person).getByText(/^Joined/)).toBeVisible();
    // Among many rows, the new one is found.
    await expect(page.locator("li[data-new]")).toContainText(amina.person.name);
    const added = await mailTo(amina.person.email, /^You are on the list/);
    expect(added.text).toContain("You asked me on the phone.");

    // A person without an address waits like everybody else.
    await page.getByRole("button", { name: "Add a person" }).click();
    await addition.getByRole("button", { name: "Add them by name" }).click();
    await addition.getByLabel("Their name").fill("Amara Okafor");
    await addition.getByLabel("Phone number, if they have one").fill("by her son");
    await addition.getByLabel("They are under 18").check();
    await addition.getByLabel("Name of the guardian who agreed (optional)").fill("Chidi Okafor");
    await addition.getByRole("button", { name: "Add", exact: true }).click();
    await expect(addition.getByText(/^Please write a phone number with digits/)).toBeVisible();
    await expectAccessible(page);
    await addition.getByLabel("Phone number, if they have one").fill("+44 20 7946 0958");
    await addition.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByText("Amara Okafor is number 2 on the waitlist")).toBeVisible();
    const amara = rowOf(page, newPerson("Amara Okafor"));
    await expect(page.locator("li[data-new]")).toContainText("Amara Okafor");
    await expect(page.locator("li[data-new]")).toBeInViewport();
    await expect(amara.getByText("under 18, guardian: Chidi Okafor")).toBeVisible();
    await expect(amara.getByText("No e-mail")).toBeVisible();
    await expect(amara.getByRole("link", { name: "+44 20 7946 0958" })).toHaveAttribute("href", "tel:+442079460958");
    await openSheet(page, "Amara Okafor+44 20 7946 0958");
    const form = page.getByRole("form", { name: "Write a message" });
    await form.getByRole("radio", { name: /^People on the waitlist/ }).check();
    await expect(form.getByPlaceholder(/rain on Saturday/)).toBeVisible();
    const subject = form.getByLabel("Subject (optional)");
    await expect(subject).toHaveAttribute("placeholder", /^Journey Organizer writes about/);
    await subject.fill("Boots on Saturday");
    await form.getByLabel("Your message").fill("Please bring boots.");
    await closeAndReloadSheet(page, "Please bring boots.");
    await expect(form.getByRole("radio", { name: /^People on the waitlist/ })).toBeChecked();
    await form.getByRole("radio", { name: "People who have joined 2 addresses" }).check();
    await form.getByRole("button", { name: "Preview" }).click();
    const preview = page.getByRole("dialog", { name: "Preview of your message" });
    // The preview begins at its top, even if the message is long.
    await expect(preview.getByRole("heading")).toBeFocused();
    await expect(preview.getByText("People who have joined · 2 addresses")).toBeVisible();
    await expect(preview.getByText(organizer.email, { exact: true })).toBeVisible();
    await expect(preview.getByText("Boots on Saturday", { exact: true })).toBeVisible();
    // She is on the waitlist, so she would not have got this message.
    await expect(preview.getByText("Amara Okafor")).toHaveCount(0);
    // The organizer's own words have no greeting.
    await expect(preview.getByText("Hello")).toHaveCount(0);
    await preview.getByRole("button", { name: "Send to 2 people" }).click();
    await expect(page.getByText("Your message is on its way to 2 people.")).toBeVisible();
    await expectSent(page, "(those who had joined)Boots on SaturdayPlease bring");
    const message = await mailTo(tom.person.email, /^Boots on Saturday$/);
    expect(message.text).toContain("Please bring boots.");

    const download = page.waitForEvent("download");
    await fromMenu(page, "Download list");
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/participants\.csv$/);
    const csv = await readFile(await file.path(), "utf8");
    expect([csv.startsWith('\ufeff"Name"'), csv.includes(`"${tom.person.email}"`)]).toEqual([true, true]);

    await fromMenu(page, "Cancel the event");
    const question = page.getByRole("dialog", { name: "Cancel this event?" });
    await expect(question.getByText("Amara Okafor")).toBeVisible();
    const call = question.getByRole("link", { name: "+44 20 7946 0958" });
    await expect(call).toHaveAttribute("href", "tel:+442079460958");
    await question.getByLabel("Your reason").fill("A storm is coming.");
    await question.getByRole("button", { name: "Cancel the event" }).click();
    await expect(page.getByRole("heading", { name: "This event is canceled" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Add a person" })).toBeHidden();
    expect((await mailTo(mia.person.email, /^Canceled/)).text).toContain("A storm is coming.");

    await tom.page.goto(path);
    await ready(tom.page);
    await expect(tom.page.getByText("A storm is coming.")).toBeVisible();
    await expect(tom.page.getByRole("button", { name: "Join Event" })).toBeHidden();
    await page.goto("/manage-events");
    await expect(page.getByText("Canceled", { exact: true })).toBeVisible();
  });

  test("runs an event again without losing a draft, and reads who must be called", async ({ page }) => {
    await becomeMember(page, newPerson("Journey Organizer"));
    const event = newEvent({ max: "No limit" });
    const path = await haveEvent(page, event);
    await namedGuest(path, "Tom Ito", [{ name: "Ida", under18: false }]);
    const quick = page.getByRole("dialog", { name: "Edit Event" });
    // A person without an address is named wherever people are mailed, until there is none and the page says that
    // everybody is reached.
    await openParticipants(page, path);
    await page.getByRole("button", { name: "Add a person" }).click();
    const addition = page.getByRole("dialog", { name: "Add a person" });
    await addition.getByRole("button", { name: "Add them by name" }).click();
    await addition.getByLabel("Their name").fill("Amara Okafor");
    await addition.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.locator("li[data-new]")).toContainText("Amara Okafor");
    await page.goto("/manage-events");
    await page.getByRole("button", { name: `Edit ${event.title}` }).click();
    await expect(quick.getByText(/^If you change the title/)).toBeVisible();
    await expect(quick.getByText("Amara Okafor")).toHaveCount(0);
    await quick.getByLabel("Description").fill("We meet at the bridge.");
    await expect(quick.getByText("Amara Okaforno phone number")).toBeVisible();
    await quick.getByLabel("It's only a typo: don't tell anybody").check();
    await expect(quick.getByText("Amara Okafor")).toHaveCount(0);
    await quick.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: `Delete ${event.title}` }).click();
    const deletion = page.getByRole("alertdialog", { name: "Are you sure?" });
    await expect(deletion.getByText("Amara Okaforno phone number")).toBeVisible();
    await deletion.getByRole("button", { name: "Keep the event" }).click();

    await page.goto("/create-event");
    await ready(page);
    await page.getByLabel("Event title").fill("Half an idea");
    await openParticipants(page, path);
    // Without a waitlist there is no choice.
    await expect(page.getByRole("group", { name: "Show" }).or(page.getByRole("radio"))).toHaveCount(0);
    await fromMenu(page, /^Run again/);
    const question = page.getByRole("alertdialog", { name: "You are writing another event" });
    await expect(question.getByText("Half an idea")).toBeVisible();
    await question.getByRole("button", { name: "Continue with the draft" }).click();
    await expect(page.getByLabel("Event title")).toHaveValue("Half an idea");

    await openParticipants(page, path);
    await fromMenu(page, /^Run again/);
    await question.getByRole("button", { name: "Replace the draft" }).click();
    await expect(page.getByLabel("Event title")).toHaveValue(event.title);
    await expect(page.getByLabel("Max participants")).toHaveValue("No limit");
    await page.getByRole("button", { name: "Create Event" }).click();
    await expect(page.getByRole("heading", { name: "Event Created Successfully!" })).toBeVisible();
  });
});
