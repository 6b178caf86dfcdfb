import { expectAccessible } from "./accessible.ts";
import { expect, newPerson, ready, test } from "./journey.ts";
import { callerAt, hour, siteInTime } from "./site-in-time.ts";

// A record on paper: it fits on one page, and says the same as the page that checks it.

let site: Awaited<ReturnType<typeof siteInTime>>;
test.beforeEach(async () => {
  site = await siteInTime("record-sheet");
});
test.afterEach(() => site.end());

type People = { people: { _id: string; name: string }[] };

/** A title of the maximum length. */
const longTitle = (count: number) =>
  `Foz Lighthouse to Castelo do Queijo, shore walk ${String(count).padStart(2, "0")}`;

test("twenty events with long names fit on one sheet, on which the provable hours are the largest figure", async ({
  page,
}) => {
  const organizer = newPerson("Associação dos Amigos do Rio Douro e da Ribeira de Gaia");
  const volunteer = newPerson("Maria Beatriz Carvalho e Silva de Vasconcelos Figueiredo");
  const events: string[] = [];

  await site.at(0, async (address) => {
    const [organize, help] = await Promise.all([organizer, volunteer].map((one) => callerAt(address, one, "sign-up")));
    const add = (call: typeof organize, title: string) =>
      call!<{ insertedId: string }>("POST", "/add-event", {
        title,
        eventType: "cleanup",
        location: "Boat landing",
        eventDate: new Date(Date.now() + hour).toISOString(),
        timeZone: "Europe/Berlin",
        maxParticipant: "5",
        thumbnailUrl: `${address}/scenes/cleanup-2.svg`,
        description: "We bring gloves.",
      });
    for (let count = 1; count <= 21; count++) {
      const { insertedId } = count <= 20 ? await add(organize, longTitle(count)) : await add(help, "A path of my own");
      await help!("POST", "/join-event", { eventId: insertedId });
      events.push(insertedId);
    }
  });

  await site.at(5, async (address) => {
    const [organize, help] = await Promise.all([organizer, volunteer].map((one) => callerAt(address, one)));
    const say = async (call: typeof organize, eventId: string) => {
      const { people } = await call!<People>("GET", `/events/${eventId}/afterwards`);
      const came = people.filter(({ name }) => name === volunteer.name).map(({ _id }) => _id);
      await call!("PUT", `/events/${eventId}/afterwards`, { came, hours: 2.25, amount: 125, kilograms: 105.5 });
    };
    for (const eventId of events.slice(0, 20)) await say(organize, eventId);
    const { _id: proof } = await help!<{ _id: string }>("POST", "/account/credentials", {
      name: volunteer.name,
      label: "",
      events: events.slice(0, 20),
    });

    await page.clock.setSystemTime(Date.now() + 5 * hour);
    const { email, password } = volunteer;
    const headers = { origin: address };
    await page.request.post(`${address}/api/auth/sign-in/email`, { headers, data: { email, password } });
    const sheet = page.locator(".record-sheet");
    for (const path of [`/account/record/print?proof=${proof}`, "/account/record/print"]) {
      await page.goto(address + path);
      await expect(sheet.getByRole("row")).toHaveCount(22);
      await expect(sheet.getByText("This copy has no code, so nobody can check it.")).toHaveCount(
        path.includes("proof") ? 0 : 1,
      );
      await expect(sheet.getByText("A result is what everybody at the event achieved together.")).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      for (const format of ["A4", "Letter"]) expect(await pagesAt(format), `${path} on ${format}`).toBe(1);
    }

    // On paper it is aligned with the line at the page's foot, and is readable without a magnifier.
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 725, height: 965 });
    expect(await sheet.locator("table").first().boundingBox(), "as wide as Letter").toMatchObject({ x: 0, width: 725 });
    await page.goto(`${address}/account/record/print?proof=${proof}`);
    for (const [part, points] of [
      ["td", 9],
      ["footer", 8.5],
      [".record-number", 10],
    ] as const)
      expect(await pointsOf(part), part).toBeGreaterThanOrEqual(points);
    await expect(sheet).toHaveAttribute("data-tight", "most");
    // If there are fewer events, they have the largest possible size.
    const few = { name: volunteer.name, label: "", events: events.slice(0, 3) };
    const { _id: short } = await help!<{ _id: string }>("POST", "/account/credentials", few);
    await page.goto(`${address}/account/record/print?proof=${short}`);
    await expect(sheet.getByRole("row")).toHaveCount(5);
    await expect(sheet).not.toHaveAttribute("data-tight");
    expect(await pointsOf("td")).toBeGreaterThanOrEqual(10);
    await page.emulateMedia({ media: null });

    // The sheet has self-reported hours, which are separate from those that the code confirms.
    await say(help, events[20]!);
    await page.goto(`${address}/account/record/print?proof=${proof}`);
    await page.getByLabel("Also print self-reported hours").check();
    await expect(sheet.locator(".record-sum")).toHaveText(
      /^45\shours\s*confirmed by organizers at 20 events\s*\w+\s\d+,\s\d{4}$/,
    );
    await expect(sheet.locator("tfoot tr").first()).toHaveText(/Confirmed in all\s*45\.00$/);
    await expect(sheet.locator(".record-others")).toContainText(/A path of my own.*Self-reported\s*2\.25$/);
    await expect(sheet.getByText("No organizer’s e-mail address was confirmed.")).toBeVisible();

    // On a phone the whole sheet is shown, or by choice as large as on paper.
    await page.setViewportSize({ width: 375, height: 740 });
    const width = async () => (await sheet.boundingBox())!.width;
    expect(await width()).toBeLessThanOrEqual(375);
    await page.getByRole("button", { name: "Show it larger" }).click();
    expect(await width()).toBeGreaterThan(700);
    await expectAccessible(page);

    await page.goto(`${address}/verify/${proof}`);
    await ready(page);
    await expect(page.getByText(/^45\shours at 20 events$/)).toBeVisible();
    await expect(page.getByText("No organizer’s e-mail address was confirmed")).toBeVisible();
  });

  async function pointsOf(part: string) {
    const element = page.locator(".record-sheet").locator(part).first();
    return ((await element.evaluate((one) => parseFloat(getComputedStyle(one).fontSize))) * 72) / 96;
  }
  async function pagesAt(format: string) {
    const pdf = await page.pdf({ format });
    return pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length;
  }
});
