import type { APIRequestContext, APIResponse } from "@playwright/test";

import { expectAccessible } from "./accessible.ts";
import { expect, newPerson, ready, test } from "./journey.ts";
import { startMailSite } from "./mail-site.ts";
import { pathIn } from "./mailbox.ts";

const zoe = "zoe@goodturn.example";
const mallory = "mallory@demo.example";

test("a host suspends a member, who is told so at the log-in; others find no page", async ({ browser }) => {
  const site = await startMailSite({ hosts: zoe });
  try {
    const page = await browser.newPage({ baseURL: site.address, viewport: { width: 375, height: 740 } });
    const { photo, password } = newPerson("Somebody", site.address);
    const headers = { origin: site.address };
    await expectNowhere(page.request);
    for (const email of [mallory, zoe]) {
      const data = { name: email === zoe ? "Zoe" : "Mallory", image: photo, email, password };
      await page.request.post("/api/auth/sign-up/email", { headers, data });
      // This is before the address is confirmed.
      await expectNowhere(page.request);
    }
    await page.goto("/host");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("404 Page Not Found");
    await expect.poll(async () => (await site.mailsTo(zoe)).length).toBeGreaterThan(0);
    const token = pathIn((await site.mailsTo(zoe))[0]!).split("#")[1];
    expect((await page.request.post("/api/auth/confirm-email", { headers, data: { token } })).status()).toBe(200);

    await page.goto("/");
    await ready(page);
    await page.getByRole("button", { name: /^Your account/ }).click();
    await page.getByRole("link", { name: "Run the site" }).click();
    await expect(page.getByText("Nothing has failed, and nothing is late.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("navigation", { name: "Pages for hosts" }).getByRole("link", { name: "Members" }).click();
    await page.getByRole("searchbox", { name: "Find members by name or address" }).fill("mallo");
    await page.getByRole("link", { name: /Mallory/ }).click();
    await page.getByRole("button", { name: "Suspend" }).click();
    const dialog = page.getByRole("dialog", { name: "Suspend Mallory?" });
    await dialog.getByRole("button", { name: "Suspend" }).click();
    await expect(dialog.getByText("Please give a reason. It stays in the log.")).toBeVisible();
    await dialog.getByLabel(/^Reason/).fill("Asked people for money.");
    await dialog.getByRole("button", { name: "Suspend" }).click();
    await expect(page.getByText(/^Suspended since/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("navigation", { name: "Pages for hosts" }).getByRole("link", { name: "Log" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log");
    await expect(page.getByText("Suspended Mallory")).toBeVisible();
    await expect(page.getByRole("link", { name: "Mallory" })).toBeVisible();
    await expect(page.getByText("Asked people for money.")).toBeVisible();
    await expectAccessible(page);

    // A community, where hosts see its organizers, and the form that names another owner.
    const answer = await page.request.get("/api/auth/token");
    const { token: bearer } = (await answer.json()) as { token: string };
    const founding = { title: "River Keepers", description: "We look after the river." };
    const authorization = `Bearer ${bearer}`;
    await page.request.post("/api/communities", { headers: { authorization }, data: founding });
    await page.goto("/host/members");
    await page.getByRole("link", { name: /Zoe/ }).click();
    await expect(page.getByRole("link", { name: "River Keepers" })).toHaveAttribute("href", "/community/river-keepers");
    await expect(page.getByText("Owner", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Name an owner of River Keepers" }).click();
    const naming = page.getByRole("dialog", { name: "Name an owner of River Keepers" });
    await naming.getByLabel("E-mail of their account").fill("nobody@demo.example");
    await naming.getByLabel(/^Reason/).fill("Its owner has moved away.");
    await naming.getByRole("button", { name: "Name an owner" }).click();
    await expect(naming.getByText("Nobody with a confirmed account has this address.")).toBeVisible();
    await naming.getByLabel("E-mail of their account").fill(zoe);
    await expectAccessible(page);
    await naming.getByRole("button", { name: "Name an owner" }).click();
    await expect(page.getByText(`${zoe} is an owner of River Keepers now.`)).toBeVisible();
    await page.getByRole("navigation", { name: "Pages for hosts" }).getByRole("link", { name: "Log" }).click();
    await expect(page.getByText("Named an owner of “River Keepers”")).toBeVisible();
    await expect(page.getByText("Its owner has moved away.")).toBeVisible();

    const other = await browser.newPage({ baseURL: site.address });
    await other.goto("/login");
    await ready(other);
    // This site has no Google log-in: the button says so, and opens no window.
    await other.getByRole("button", { name: "Login With Google" }).click();
    await expect(other.getByText("This site has no Google sign-in yet.")).toBeVisible();
    expect(other.context().pages()).toHaveLength(1);
    await other.getByLabel("Email", { exact: true }).fill(mallory);
    await other.getByLabel("Password", { exact: true }).fill(password);
    await other.getByRole("button", { name: "Login", exact: true }).click();
    await expect(other.getByText("The people who run this site have suspended this account.")).toBeVisible();
  } finally {
    await site.stop();
  }
});

const forHosts = [
  "/host",
  "/host/members",
  "/HOST/log/",
  "/%68ost",
  "/host.data",
  "/host/reports.data",
  "/host/_.data",
];

/** Expects hosts' pages and their data to answer exactly like addresses that do not exist. */
async function expectNowhere(request: APIRequestContext) {
  for (const path of forHosts)
    for (const asked of [{}, { method: "POST", form: { a: "b" } }]) {
      const nowhere = await request.fetch(path.replace(/host|%68ost/i, "nowhere"), asked);
      expect(nowhere.status()).toBe(404);
      expect(await told(await request.fetch(path, asked)), path).toEqual(await told(nowhere));
    }
}

/** An answer without the parts that always differ: the time, the request's id, and the scripts' nonce. */
async function told(answer: APIResponse) {
  const { date: _now, "x-request-id": id = "", ...headers } = answer.headers();
  const nonce = /'nonce-([^']+)'/.exec(headers["content-security-policy"] ?? "")?.[1] ?? "-";
  const same = (text: string) => text.replaceAll(id, "").replaceAll(nonce, "");
  return JSON.parse(same(JSON.stringify({ status: answer.status(), headers, body: await answer.text() }))) as unknown;
}
