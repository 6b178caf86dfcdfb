import type { Browser } from "@playwright/test";

import { expectAccessible } from "./accessible.ts";
import { expect, failOnce, newEvent, newPerson, ready, test } from "./journey.ts";
import { startMailSite } from "./mail-site.ts";
import { pathIn } from "./mailbox.ts";

test.use({ expectedFailures: [/view-event|\/api\/(host|account\/reviews)/] });

const zoe = "zoe@goodturn.example";

/** A new member with a confirmed address, in a window of their own. */
async function personIn(browser: Browser, site: Awaited<ReturnType<typeof startMailSite>>, email: string) {
  const page = await browser.newPage({ baseURL: site.address, viewport: { width: 375, height: 740 } });
  const { name, photo, password } = newPerson("Somebody", site.address);
  const headers = { origin: site.address };
  await page.request.post("/api/auth/sign-up/email", { headers, data: { name, image: photo, email, password } });
  await expect.poll(async () => (await site.mailsTo(email)).length).toBeGreaterThan(0);
  const token = pathIn((await site.mailsTo(email))[0]!).split("#")[1];
  expect((await page.request.post("/api/auth/confirm-email", { headers, data: { token } })).status()).toBe(200);
  const { token: bearer } = (await (await page.request.get("/api/auth/token")).json()) as { token: string };
  return { page, authorization: `Bearer ${bearer}` };
}

test("a host hides a reported event, its organizer answers, and it is shown again", async ({ browser }) => {
  const site = await startMailSite({ hosts: zoe });
  try {
    const organizer = await personIn(browser, site, "organizer@demo.example");
    const { thumbnail, ...typed } = newEvent();
    const data = {
      title: typed.title,
      eventType: "cleanup",
      location: "Porto",
      eventDate: new Date(Date.now() + 5 * 86_400_000).toISOString(),
      maxParticipant: "20",
      thumbnailUrl: `${site.address}/scenes/gone.svg`,
      description: thumbnail,
    };
    const { authorization } = organizer;
    const made = await organizer.page.request.post("/api/add-event", { headers: { authorization }, data });
    const { insertedId } = (await made.json()) as { insertedId: string };
    const report = { about: "event", id: insertedId, reason: "fraud", words: "Pay first.", email: "n@demo.example" };
    expect((await organizer.page.request.post("/api/reports", { data: report })).status()).toBe(200);

    const { page: host } = await personIn(browser, site, zoe);
    await host.goto("/host");
    await ready(host);
    await host.getByRole("link", { name: "Reports: 1" }).click();
    await expect(host.getByText("1 report", { exact: true })).toBeVisible();
    await expect(host.getByText("Advertising, or fraud")).toBeVisible();
    // The whole card is a link.
    await expect(host.getByRole("navigation", { name: "Which reports" }).getByRole("link")).toHaveText([
      "Open1",
      "Decided0",
    ]);
    await host.getByRole("article").click();
    await expect(host.getByText("Pay first.")).toBeVisible();
    await expect(host.getByRole("button", { name: "Hide it" })).toBeInViewport();
    await expect(host.getByText("The picture does not load")).toBeVisible();
    await expectAccessible(host);
    await host.getByRole("button", { name: "Hide it" }).click();
    const dialog = host.getByRole("dialog", { name: "Hide it?" });
    await dialog.getByRole("button", { name: "Hide it" }).click();
    await expect(dialog.getByText("Please give a reason. It stays in the log.")).toBeVisible();
    await dialog.getByLabel(/^Reason/).fill("Please say who gets the money.");
    await dialog.getByRole("button", { name: "Hide it" }).click();
    await expect(host.getByText("Hidden", { exact: true })).toBeVisible();
    // On a phone the reason for hiding comes before the event's text.
    const [why, what] = [host.getByText("Please say who gets the money."), host.getByText("What it says")];
    expect((await why.boundingBox())!.y).toBeLessThan((await what.boundingBox())!.y);
    // The organizer's page highlights it and shows the host's action.
    await host.getByRole("link", { name: "Somebody" }).click();
    await expect(host.getByText("Hidden", { exact: true })).not.toHaveCSS("border-radius", "0px");
    await expect(host.getByText("Please say who gets the money.")).toBeVisible();
    // The name of the browser is the one that people know.
    await expect(host.getByText("Chrome on Linux", { exact: true }).first()).toBeVisible();
    await expectAccessible(host);
    await host.goBack();

    const seen = await organizer.page.goto(`/view-event/${insertedId}`);
    expect(seen?.status()).toBe(403);
    await expect(organizer.page.getByRole("heading", { level: 1 })).toHaveText("Your event is under review");
    await expect(organizer.page.getByText(`“${data.title}” is hidden`)).toBeVisible();
    const main = organizer.page.getByRole("main");
    await expect(main.getByRole("link", { name: "Manage events" })).toHaveAttribute("href", "/manage-events");
    await expect(organizer.page.getByText("If you contact us, quote this code:")).toHaveCount(0);
    await expect(organizer.page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    await organizer.page.goto("/host/reports");
    await expect(organizer.page.getByRole("heading", { level: 1 })).toHaveText("404 Page Not Found");
    // The member's list offers no edit button for it, and leaves no gap in its place.
    await organizer.page.setViewportSize({ width: 768, height: 1024 });
    await organizer.page.goto("/manage-events");
    await expect(organizer.page.getByRole("link", { name: "Why, and answer" })).toBeVisible();
    const deeds = organizer.page.getByRole("article").locator(".deed");
    expect(await deeds.allInnerTexts()).toEqual(["Delete"]);
    // The page may fail at first to learn that the event is theirs.
    await failOnce(organizer.page, /api\/account\/reviews/, "unreachable");
    await organizer.page.goto(`/view-event/${insertedId}`);
    await expect(organizer.page.getByRole("heading", { level: 1 })).toHaveText("This event is under review");
    await organizer.page.getByRole("button", { name: "Try again" }).click();
    await organizer.page.getByRole("link", { name: "Answer" }).click();
    await expect(organizer.page.getByText("Please say who gets the money.")).toBeVisible();
    await organizer.page.getByRole("textbox", { name: "Your answer" }).fill("Nobody pays anything.");
    await organizer.page.getByRole("button", { name: "Send answer" }).click();
    await expect(organizer.page.getByText("Your answer is sent.")).toBeVisible();
    // The form has closed, and can be opened to change the answer.
    await expect(organizer.page.getByText(/^Sent /)).toBeVisible();
    await expect(organizer.page.getByRole("article")).toBeFocused();
    await organizer.page.getByRole("button", { name: "Change your answer" }).click();
    await expect(organizer.page.getByRole("textbox", { name: "Your answer" })).toBeFocused();
    await expect(organizer.page.getByRole("textbox", { name: "Your answer" })).toHaveValue("Nobody pays anything.");
    await organizer.page.goBack();
    await expect(organizer.page.getByText(/They have your answer/)).toBeVisible();
    await expect(organizer.page.getByText("Please say who gets the money.")).toBeVisible();
    await main.getByRole("link", { name: "Manage events" }).click();
    await expect(organizer.page.getByRole("link", { name: "See your answer" })).toBeVisible();

    await host.goto(`/view-event/${insertedId}`);
    await expect(host.getByRole("heading", { level: 1 })).toHaveText("This event is under review");
    await expect(host.getByRole("link", { name: "See your joined events" })).toHaveClass(/btn-primary/);
    await host.goBack();
    await expect(host.getByText("Nobody pays anything.")).toBeVisible();
    await host.getByRole("button", { name: "Show it again" }).click();
    const showing = host.getByRole("dialog", { name: "Show it again?" });
    await showing.getByLabel(/^Reason/).fill("It is free.");
    await showing.getByRole("button", { name: "Show it again" }).click();
    await expect(host.getByText("Shown", { exact: true })).toBeVisible();
    const pages = host.getByRole("navigation", { name: "Pages for hosts" });
    await pages.getByRole("link", { name: "Reports" }).click();
    await host.getByRole("link", { name: "Decided" }).click();
    await expect(host.getByText(/^Decided \w+ \d+/)).toBeVisible();
    await organizer.page.goto("/upcoming-events");
    await expect(organizer.page.getByRole("heading", { name: data.title })).toBeVisible();
  } finally {
    await site.stop();
  }
});
