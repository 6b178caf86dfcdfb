import { expectAccessible } from "./accessible.ts";
import { becomeMember, everyday, expect, newCaller, newPerson, origin, ready, test } from "./journey.ts";
import { mailTo } from "./mailbox.ts";

const phone = { width: 375, height: 740 };
const desk = { width: 1280, height: 720 };

test(
  "a member starts a community; others join it with its sheet, get its news by mail, and leave",
  everyday,
  async ({ page, browser }) => {
    const name = `Clean Streets ${Date.now()}`;
    await page.setViewportSize(desk);
    await becomeMember(page, newPerson("Maya Okafor"));
    await page.goto("/community");
    await ready(page);
    await page.getByRole("link", { name: "Start a community" }).click();
    await page.getByRole("button", { name: "Start it" }).click();
    await expect(page.getByText("Please give the community a name.")).toBeVisible();
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("What it does").fill("Twice a month we fill a van, and have tea after.");
    await page.getByLabel("Picture", { exact: true }).fill("/scenes/community-1.svg");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Start it" }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page).toHaveURL(/\/community\/clean-streets-\d+$/);
    await expect(page.getByText("1 member").last()).toBeVisible();
    await expectAccessible(page);
    const { pathname: path } = new URL(page.url());

    // A phone joins it.
    const member = newPerson("Rui Costa");
    const context = await browser.newContext({ viewport: phone });
    const other = await context.newPage();
    await becomeMember(other, member);
    await other.goto(path);
    await ready(other);
    await other.getByRole("button", { name: "Join Community" }).click();
    const sheet = other.getByRole("dialog", { name: "You’re one of us" });
    await expect(sheet.getByText("has 2 members now")).toBeVisible();
    await expect(sheet.getByLabel("Mail me about its events")).toBeChecked();
    await expect(sheet.getByLabel("Show me on its page")).not.toBeChecked();
    await expectAccessible(other);
    await sheet.getByLabel("Show me on its page").check();
    await sheet.getByRole("button", { name: "Done" }).click();
    await expect(other.getByRole("heading", { name: "Who is in" })).toBeVisible();
    await expectAccessible(other);

    // Its news reaches the member.
    await page.getByRole("link", { name: "Settings and news" }).click();
    await page.getByLabel("What is new").fill("38 bags on Saturday, and one accordion.");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Post it" }).click();
    await expect(page.getByText("Posted. Members who want news get it by e-mail.")).toBeVisible();
    const mail = await mailTo(member.email, `News of ${name}`);
    expect(mail.text).toContain("38 bags on Saturday, and one accordion.");
    await other.goto(path);
    await ready(other);
    await expect(other.getByText("38 bags on Saturday, and one accordion.")).toBeVisible();

    await other.getByRole("button", { name: "Already Joined" }).click();
    await sheet.getByRole("button", { name: "Leave the community" }).click();
    await expect(other.getByText("You have left the community.")).toBeVisible();
    await expect(other.getByRole("button", { name: "Join Community" })).toBeVisible();
    await expect(other.getByRole("heading", { name: "Who is in" })).toHaveCount(0);
    await context.close();
  },
);

test("a community's page has everything without script", async ({ browser }) => {
  const owner = await newCaller();
  const { token } = (await (await owner.request.get(`${origin}/api/auth/token`)).json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const title = `Night Kitchen ${Date.now()}`;
  const data = { title, description: "Warm meals until midnight." };
  const made = await owner.request.post(`${origin}/api/communities`, { headers, data });
  const { slug, insertedId } = (await made.json()) as { slug: string; insertedId: string };
  await owner.request.post(`${origin}/api/communities/${insertedId}/posts`, {
    headers,
    data: { text: "Soup on Friday." },
  });
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: phone });
  const page = await context.newPage();
  await page.goto(`/community/${slug}`);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  for (const words of ["Warm meals until midnight.", "Nothing planned yet", "Soup on Friday."])
    await expect(page.getByText(words)).toBeVisible();
  await context.close();
});

test("an organizer answers a request to join, and closes the community at the end", async ({ page }) => {
  await page.setViewportSize(phone);
  await becomeMember(page);
  await page.goto("/community/new");
  await ready(page);
  const name = `Book Bridge ${Date.now()}`;
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("What it does").fill("Books find readers.");
  await page.getByRole("button", { name: "Start it" }).click();
  await page.getByRole("link", { name: "Settings and news" }).click();
  await page.getByLabel("New members need a yes").check();
  await expect(page.getByText("Nobody is waiting for an answer.")).toBeVisible();
  const slug = new URL(page.url()).pathname.split("/")[2] ?? "";

  const asking = await newCaller(newPerson("Ana Lima"));
  const { token } = (await (await asking.request.get(`${origin}/api/auth/token`)).json()) as { token: string };
  const own = await page.evaluate(async () => {
    const all = (await (await fetch("/api/community")).json()) as { _id: string; slug: string }[];
    return all;
  });
  const communityId = own.find((one) => one.slug === slug)?._id;
  const headers = { authorization: `Bearer ${token}` };
  await asking.request.patch(`${origin}/api/joinCommunity`, { headers, data: { communityId } });
  await page.reload();
  await ready(page);
  await expect(page.getByRole("heading", { name: "1 person asks to join" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Yes, Ana Lima can join" }).click();
  await expect(page.getByText("Ana Lima is a member now.")).toBeVisible();

  await page.getByRole("button", { name: "Close the community" }).click();
  await page.getByRole("button", { name: "Close it for good" }).click();
  await expect(page).toHaveURL(/\/community$/);
  const answer = await page.request.get(`/community/${slug}`);
  expect(answer.status()).toBe(404);
});
