import { rm } from "node:fs/promises";
import { join } from "node:path";
import { request } from "@playwright/test";
import { morningZone } from "#test/morning-zone.ts";
import { readMails } from "#test/read-mail.ts";
import { newData } from "#test/setup/data.ts";
import { freePort, startServer } from "#test/setup/server.ts";

import { expectAccessible } from "./accessible.ts";
import * as afterwards from "./afterwards-screen.ts";
import { expect, newPerson, type Person, test } from "./journey.ts";
import { mailTo, pathIn } from "./mailbox.ts";

// Mails sent as time passes: the server is restarted with its clock set forward, on the same data.

const hour = 3_600_000;
const clock = join(import.meta.dirname, "../../tools/test/shifted-clock.ts");

/** The beginnings of the subjects of mails about registrations, and of those that every account gets. */
const kinds = [
  "A spot for you",
  "Canceled",
  "Journey Organizer writes about ",
  "No longer held for you",
  "Please confirm your e-mail address",
  "You are no longer on the list",
  "You are on the list",
  "You are on the waitlist",
  "You have a spot",
  "You have left",
];

/** The calls of the links' pages, which read the part behind the `#`. */
const readers: Record<string, string> = { "/place": "spots", "/mails": "mails" };
type Refusal = { code?: string };

let data: string;
/** Always the same address, because pictures of events contain it. */
let port: number;
test.beforeEach(async () => {
  data = await newData("journey");
  port = await freePort();
});
test.afterEach(() => rm(data, { recursive: true }));

/** Runs the server with its clock that many hours ahead, during an action. */
async function at(hours: number, during: (address: string) => Promise<void>) {
  const shifted = { NODE_OPTIONS: `--import ${clock}`, CLOCK_SHIFT: String(hours * hour) };
  const { address, stop } = await startServer({
    PORT: String(port),
    DATA_DIR: data,
    DEMO: "off",
    ...(hours > 0 && shifted),
  });
  try {
    await during(address);
  } finally {
    await stop();
  }
}

/** Registers a new member; returns a caller of the API. */
async function register(address: string, { name, email, password }: Person) {
  const caller = await request.newContext({ extraHTTPHeaders: { origin: address } });
  await caller.post(`${address}/api/auth/sign-up/email`, {
    data: { name, image: `${address}/scenes/mark.svg`, email, password },
  });
  const { token } = (await (await caller.get(`${address}/api/auth/token`)).json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  return async (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, json?: object) => {
    const answer = await caller.fetch(`${address}/api${path}`, { method, headers, ...(json && { data: json }) });
    expect(answer.status(), path).toBe(200);
    return (await answer.json()) as { insertedId: string };
  };
}
type Caller = Awaited<ReturnType<typeof register>>;

/** Creates an event in three days. @returns its id */
async function haveEvent(organize: Caller, title: string, maxParticipant = "5"): Promise<string> {
  const { insertedId } = await organize("POST", "/add-event", {
    title,
    eventType: "cleanup",
    location: "Boat landing",
    eventDate: new Date(Date.now() + 72 * hour).toISOString(),
    timeZone: morningZone(),
    maxParticipant,
    thumbnailUrl: `http://localhost:${port}/scenes/cleanup-2.svg`,
    description: "We bring gloves.",
  });
  return insertedId;
}

test("a participant hears of changes, confirms that they are coming, is not asked again, and is thanked", async ({
  page,
}) => {
  const [organizer, guest] = [newPerson("Journey Organizer"), newPerson("Journey Guest")];
  const other = newPerson("Journey Absent");
  const title = "River clean-up";
  let eventId = "";

  await at(0, async (address) => {
    const organize = await register(address, organizer);
    eventId = await haveEvent(organize, title);
    const absent = await register(address, other);
    await absent("POST", "/join-event", { eventId });
    const joinAs = await register(address, guest);
    await joinAs("POST", "/join-event", { eventId });
    await organize("PATCH", `/events/${eventId}`, { location: "Old bridge" });
  });

  await at(50, async (address) => {
    const changed = await mailTo(guest.email, "Changed", data);
    expect(changed.text).toContain("Old bridge");
    await page.goto(address + pathIn(changed, "See the event"));
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await page.goto(address + pathIn(await mailTo(guest.email, "Are you coming", data), "I am coming"));
    await page.getByRole("button", { name: "I am coming" }).click();
    await expect(page.getByText(/you have told us that you are coming/)).toBeVisible();
    await page.goto("about:blank");
  });

  await at(71, async (address) => {
    await page.goto(address + pathIn(await mailTo(other.email, "Soon", data), "Free my spot"));
    await expect(page.getByRole("button", { name: "Free my spot" })).toBeVisible();
    await page.goto("about:blank");
  });

  await at(77, async (address) => {
    // The organizer reports who came, by the link in their mail and one press.
    const { email, password } = organizer;
    await page.request.post(`${address}/api/auth/sign-in/email`, {
      headers: { origin: address },
      data: { email, password },
    });
    await page.clock.setSystemTime(Date.now() + 77 * hour);
    await page.setViewportSize({ width: 375, height: 740 });
    await page.goto(`${address}/manage-events`);
    await page.getByRole("link", { name: "1 to thank" }).click();
    const toThank = page.getByRole("link", { name: `Say who came, and thank them. ${title}` });
    await expect(toThank).toBeInViewport();
    const path = pathIn(await mailTo(email, "How was", data), "Hours and thanks");
    await expect(toThank).toHaveAttribute("href", path);
    await page.getByRole("link", { name: `View ${title}` }).click();
    await page.getByRole("link", { name: "Hours and thanks" }).click();
    await expect(page).toHaveURL(address + path);
    await afterwards.beforeAnybodyIsTicked(page);
    await page.getByLabel(guest.name).check();
    await page.getByLabel("Someone not on the list").fill("Marta");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page
      .getByRole("group", { name: "Hours each" })
      .getByRole("button", { name: "A quarter of an hour less" })
      .click();
    await page.getByLabel("Bags").fill("38");
    await page.getByRole("textbox", { name: "A line of thanks" }).fill("The crabs are happy.");
    await expectAccessible(page);
    // A reload loses nothing.
    await page.reload();
    await expect(page.getByRole("heading", { name: "2 people came" })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "It goes to 1 address;" })).toBeVisible();
    await expect(page.getByText("1 person who came left no e-mail address.")).toBeVisible();
    await page.getByRole("button", { name: "See the e-mail" }).click();
    await expect(page.getByRole("dialog")).toContainText(/Together\s*2 people, 3.5 hours, 38 bags/);
    await page.keyboard.press("Escape");
    await afterwards.sendWithoutAgreement(page);
    await page.getByRole("button", { name: "Thank 2 people" }).click();
    await expect(page.getByText("Thanks are on their way to 1 address.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Thanks sent" })).toBeFocused();
    await afterwards.changeAndTakeBack(page);
    // The participant list says who came.
    await page.goto(address + path.replace("/afterwards", ""));
    await expect(page.getByText("2 had joined: 1 of them came, plus 1 not on the list")).toBeVisible();
    await afterwards.seeThanksSent(page);
    await expect(page.getByRole("link", { name: "Change hours" })).not.toHaveClass(/btn-primary/);
    await expect(page.getByRole("listitem").filter({ hasText: guest.name }).getByText("Came")).toBeVisible();
    await expect(page.getByRole("region", { name: "Walk-ins 1" })).toContainText("Marta");
    await expect(page.getByText("Came", { exact: true })).toHaveCount(2);
    await page.goto(`${address}/manage-events`);
    await expect(page.getByText("2 joined · You said who came.")).toBeVisible();
    await afterwards.isChangedByTheMenu(page, title, path);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("link", { name: "Figures" }).click();
    await expect(
      page.getByText("2 people had joined. For events with fewer than five people we show only this number."),
    ).toHaveCount(1);

    const thanks = await mailTo(guest.email, "Thank you for coming", data);
    expect(thanks.text).toContain("The crabs are happy.");
    const everybody = await readMails(join(data, "mail"));
    expect(everybody.filter(({ subject }) => subject.startsWith("Thank you")).map(({ to }) => to)).toEqual([
      guest.email,
    ]);
    await page.context().clearCookies();
    await page.request.post(`${address}/api/auth/sign-in/email`, {
      headers: { origin: address },
      data: { email: guest.email, password: guest.password },
    });
    await page.goto(address + pathIn(thanks));
    await expect(page.getByRole("region", { name: "What we did" })).toContainText(
      /You came · 1.75 hours\s*2 people came\s*3.5 hours\s*38 bags\s*Walk-ins are counted too/,
    );
    await expectAccessible(page);
    // The number of people who had joined appears once, beside the faces.
    await expect(page.getByRole("heading", { name: "This event is over.", exact: true })).toBeVisible();
    await expect(page.getByText(/had joined/)).toHaveCount(1);
    const did = await page.getByRole("heading", { name: "What we did" }).boundingBox();
    expect(did!.y).toBeLessThan(480);
    await expect(page.getByText(/ hosted this$/)).toBeVisible();
    // No part without a use remains: no spots, no calendar, no button.
    await expect(page.getByText(/remaining|Maximum/)).toHaveCount(0);
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    for (const name of ["Join Event", "Add to calendar", "Share"])
      await expect(page.getByRole("button", { name })).toHaveCount(0);
    await afterwards.seeJoinedHours(page, address);
    await page.goto("about:blank");
  });
});

test.describe("each kind of mail about a registration", () => {
  // Links to returned spots say so, and a link that confirms an address asks the reader to log in.
  test.use({ expectedFailures: [/\/api\/spots\/|\/api\/auth\/confirm-email$/] });

  test("has only working links", async ({ page }) => {
    const people = ["One", "Two", "Three"].map((name) => newPerson(`Journey ${name}`)) as [Person, Person, Person];
    const [first, second, third] = people.map(({ email }) => email) as [string, string, string];
    await at(0, async (address) => {
      const organize = await register(address, newPerson("Journey Organizer"));
      const [one, two] = [await register(address, people[0]), await register(address, people[1])];
      await register(address, people[2]);
      // A link confirms an address for its own account only.
      const { email, password } = people[2];
      await page.request.post(`${address}/api/auth/sign-in/email`, {
        headers: { origin: address },
        data: { email, password },
      });
      await page.goto(address + pathIn(await mailTo(third, "Please confirm your e-mail address", data)));
      await expect(page.getByText("Thank you, your address is confirmed.")).toBeVisible();
      await page.goto("about:blank");
      await page.context().clearCookies();

      const small = await haveEvent(organize, "Small one", "1");
      for (const caller of [one, two]) await caller("POST", "/join-event", { eventId: small });
      // A mail is sent only while it is true, so each has to be sent before that ends.
      await mailTo(second, "You are on the waitlist", data);
      await mailTo(first, "You have a spot", data);
      await one("DELETE", `/join-event/${small}`);
      await mailTo(second, "A spot for you", data);

      const large = await haveEvent(organize, "Large one");
      const reason = "As we said on the phone.";
      await organize("POST", `/events/${large}/participants`, { email: third, reason });
      await one("POST", "/join-event", { eventId: large });
      await organize("POST", `/events/${large}/messages`, { audience: "all", text: "Bring boots." });
      await mailTo(first, "writes about", data);
      const listed = await organize("GET", `/events/${large}/participants?search=${encodeURIComponent(first)}`);
      const [row] = listed as unknown as { memberId: string }[];
      await organize("POST", `/events/${large}/participants/${row?.memberId}/remove`, { reason });

      const off = await haveEvent(organize, "Called off");
      await two("POST", "/join-event", { eventId: off });
      await organize("POST", `/events/${off}/cancel`, { reason: "Storm" });
      await mailTo(second, "Canceled", data);
    });

    // By then the offer has not been accepted.
    await at(13, async (address) => {
      await mailTo(second, "No longer held for you", data);
      const mails = Map.groupBy(await readMails(join(data, "mail")), ({ subject }) => subject.replace(/[:“].*$/, ""));
      // Whether a digest is sent depends on the time of day; its page shows nothing to other people.
      mails.delete("News of ");
      expect([...mails.keys()].toSorted()).toEqual(kinds);
      const opened = new Set<string>();
      for (const [kind, [mail]] of mails) {
        expect(mail!.links.length, kind).toBeGreaterThan(0);
        for (const link of mail!.links) {
          const { pathname, search, hash } = new URL(link);
          const answer = await page.request.get(address + pathname + search);
          expect(answer.status(), link).toBe(200);
          expect(await answer.text(), link).toContain("<h1");
          const [token, deed = ""] = hash.slice(1).split("&");
          const reads = readers[pathname];
          if (reads) {
            const { code } = (await (await page.request.get(`${address}/api/${reads}/${token}`)).json()) as Refusal;
            // A spot that was given back no longer exists.
            expect([undefined, "spot_gone"], link).toContain(code);
          }
          // Links with the same path lead to the same page, so only one of each is opened.
          if (hash === "" || opened.has(pathname + deed)) continue;
          opened.add(pathname + deed);
          await page.goto("about:blank");
          await page.goto(address + pathname + search + hash);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await expect(page.getByText("This link is not complete")).toBeHidden();
        }
      }
      expect([...opened].toSorted()).toEqual(["/confirm-email", "/mails", "/placeleave", "/placetake"]);
      await page.goto("about:blank");
    });
  });
});
