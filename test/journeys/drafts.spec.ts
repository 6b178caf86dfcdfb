import { createEvent, expect, newEvent, newPerson, ready, register, test, typeEvent } from "./journey.ts";
import { startMailSite } from "./mail-site.ts";
import { pathIn } from "./mailbox.ts";

test("an event is a draft until its organizer has confirmed their address, which publishes it", async ({ browser }) => {
  const { address, mailsTo, stop } = await startMailSite();
  const organizer = await browser.newPage({ baseURL: address });
  const visitor = await browser.newPage({ baseURL: address });
  const person = newPerson("The mayor", address);
  const event = newEvent({ thumbnail: `${address}/scenes/cleanup-2.svg` });
  const confirmations = () => mailsTo(person.email);
  try {
    await organizer.goto("/register");
    await ready(organizer);
    await register(organizer, person);

    await organizer.goto("/create-event");
    await typeEvent(organizer.getByRole("form", { name: "Create Event" }), event);
    await expect(
      organizer.getByText(`stays a draft that only you see until you confirm ${person.email}`),
    ).toBeVisible();
    await organizer.getByRole("button", { name: "Create Event" }).click();
    await expect(organizer.getByRole("heading", { name: "Your event is saved as a draft" })).toBeFocused();
    await expect.poll(async () => (await confirmations()).length).toBe(1);
    await organizer.getByRole("button", { name: "Send the mail again" }).click();
    await expect.poll(async () => (await confirmations()).length).toBe(2);

    await organizer.getByRole("link", { name: "See my events" }).click();
    const card = organizer.getByRole("article").filter({ hasText: event.title });
    await expect(card.getByText("Draft", { exact: true })).toBeVisible();
    await expect(card.getByText("Only you see this draft.")).toBeVisible();
    await expect(card.getByRole("link", { name: /^View/ })).toBeHidden();
    await visitor.goto("/upcoming-events");
    await expect(visitor.getByText("No events found")).toBeVisible();

    // The newsletter waits for a confirmation in the same way, and says so after the specified words.
    await visitor.goto("/");
    await ready(visitor);
    await visitor.getByLabel("Your e-mail address").fill("reader@demo.example");
    await visitor.getByRole("button", { name: "Subscribe" }).click();
    await expect(visitor.getByRole("status").locator(".toast-note")).toHaveText(["Subcribed successfully"]);
    const toDo = "Almost done: open the e-mail we sent to reader@demo.example, and confirm there.";
    await expect(visitor.getByRole("status").filter({ hasText: toDo })).toBeVisible();
    await expect.poll(async () => (await mailsTo("reader@demo.example")).length).toBe(1);
    await visitor.goto(pathIn((await mailsTo("reader@demo.example"))[0]!, "Confirm the newsletter"));
    await expect(visitor.getByText("Should we send our newsletter to reader@demo.example?")).toBeVisible();
    await visitor.getByRole("button", { name: "Yes, send it" }).click();
    await expect(visitor.getByText("Confirmed. Thank you, and welcome!")).toBeVisible();
    await visitor.getByRole("button", { name: "Take me off the list" }).click();
    await expect(visitor.getByText("You won't get e-mails of this kind at reader@demo.example anymore.")).toBeVisible();
    await expect(visitor.getByRole("button", { name: "Get our monthly newsletter" })).toBeVisible();

    await organizer.goto(pathIn((await confirmations())[1]!));
    await expect(organizer.getByText("Thank you, your address is confirmed.")).toBeVisible();
    await expect(organizer.getByText("Your event is published")).toBeVisible();
    await organizer.getByRole("link", { name: "See my events" }).click();
    await expect(card.getByText("Active", { exact: true })).toBeVisible();
    await visitor.goto("/upcoming-events");
    await expect(visitor.getByRole("heading", { name: event.title })).toBeVisible();
    await createEvent(organizer, newEvent({ thumbnail: event.thumbnail }));
  } finally {
    await stop();
  }
});
