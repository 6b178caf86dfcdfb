import { expectAccessible } from "./accessible.ts";
import { expect, expectNoSidewaysScroll, newPerson, ready, test } from "./journey.ts";
import { mailTo, pathIn } from "./mailbox.ts";
import { callerAt, hour, siteInTime } from "./site-in-time.ts";

// An event is run again, and the people of the first one are told. The server is restarted with its clock set forward.

let site: Awaited<ReturnType<typeof siteInTime>>;
test.beforeEach(async () => {
  site = await siteInTime("tell");
});
test.afterEach(() => site.end());

type People = { people: { _id: string; name: string }[] };

for (const width of [375, 1280]) {
  test(`who came to an event is told of the next and joins from the mail, at ${width}`, async ({ page, browser }) => {
    const [organizer, volunteer, waiting] = [
      newPerson("Journey Organizer"),
      newPerson("Volunteer"),
      newPerson("Waits"),
    ];
    let eventId = "";
    await site.at(0, async (address) => {
      const [organize, help, wait] = await Promise.all(
        [organizer, volunteer, waiting].map((person) => callerAt(address, person, "sign-up")),
      );
      ({ insertedId: eventId } = await organize!<{ insertedId: string }>("POST", "/add-event", {
        title: "Meanwood Beck",
        eventType: "cleanup",
        location: "Beck",
        eventDate: new Date(Date.now() + hour).toISOString(),
        timeZone: "Europe/Berlin",
        maxParticipant: "1",
        thumbnailUrl: `${address}/scenes/cleanup-2.svg`,
        description: "We bring gloves.",
      }));
      await help!("POST", "/join-event", { eventId });
      await wait!("POST", "/join-event", { eventId });
    });

    await site.at(5, async (address) => {
      const organize = await callerAt(address, organizer);
      const { people } = await organize<People>("GET", `/events/${eventId}/afterwards`);
      const came = people.filter(({ name }) => name === volunteer.name).map(({ _id }) => _id);
      await organize("PUT", `/events/${eventId}/afterwards`, { came, hours: 2 });

      await page.clock.setSystemTime(Date.now() + 5 * hour);
      const { email, password } = organizer;
      await page.request.post(`${address}/api/auth/sign-in/email`, {
        headers: { origin: address },
        data: { email, password },
      });
      await page.setViewportSize({ width, height: 740 });
      await page.goto(`${address}/manage-events`);
      await page.getByRole("button", { name: /^More .*Meanwood Beck/ }).click();
      await page.getByRole("button", { name: /^Run again/ }).click();
      await page.getByRole("button", { name: "Create Event" }).click();

      // One line, and one sheet.
      await page.getByRole("button", { name: "Tell 1 who came and 1 who waited" }).click();
      const sheet = page.getByRole("dialog", { name: /^Tell people about / });
      await expect(sheet.getByLabel("Your line (you can change it)")).toHaveValue(/^We go again on /);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await sheet.getByRole("checkbox", { name: "1 who waited" }).uncheck();
      await expect(sheet.getByRole("button", { name: "Tell 1 who came", exact: true })).toBeVisible();
      await sheet.getByLabel("Your line (you can change it)").fill("Same beck, same cake.");
      await sheet.getByRole("button", { name: "See the mail" }).click();
      const preview = page.getByRole("dialog", { name: "Preview of your message" });
      await expect(preview).toContainText("Same beck, same cake.");
      await preview.getByRole("button", { name: "Keep writing" }).click();
      await sheet.getByRole("checkbox", { name: "1 who waited" }).check();
      await expect(sheet.getByLabel("Your line (you can change it)")).toHaveValue("Same beck, same cake.");
      await sheet.getByRole("button", { name: "Tell 1 who came and 1 who waited" }).click();
      await expect(page.getByText("Done. 2 people get your mail.")).toBeVisible();

      // The reader is signed out, and joins by opening the mail's button. A program that only reads the link does not
      // join.
      const mail = await mailTo(volunteer.email, "Journey Organizer: Meanwood Beck", site.data);
      expect(mail.text).toContain("Same beck, same cake.");
      await mailTo(waiting.email, "Journey Organizer: Meanwood Beck", site.data);
      const link = pathIn(mail, "Join Event");
      const token = /#([^&]+)/.exec(link)?.[1] ?? "";
      const before = await page.request.get(`${address}/api/told/${token}`);
      expect(((await before.json()) as { spot: string | null }).spot).toBe(null);
      const reader = await (await browser.newContext({ viewport: { width, height: 740 } })).newPage();
      await reader.clock.setSystemTime(Date.now() + 5 * hour);
      await reader.goto(`${address}${link}`);
      await ready(reader);
      await expect(reader.getByText("You're on the list. We've sent you an e-mail about it.")).toBeVisible();
      await expectAccessible(reader);
      await expectNoSidewaysScroll(reader);
      await mailTo(volunteer.email, "You have a spot: Meanwood Beck", site.data);
      await reader.getByRole("link", { name: "See or change your spot" }).click();
      await expect(reader.getByText("You have a spot")).toBeVisible();
      await reader.context().close();
    });
  });
}
