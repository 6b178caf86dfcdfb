import { expectAccessible } from "./accessible.ts";
import { asThemselves, becomeMember, type Caller, expect, newPerson, origin, ready, test } from "./journey.ts";
import { mailTo } from "./mailbox.ts";

test.use({ expectedFailures: [/part-of$/] });

/** A community that the caller owns. @returns the last part of its address */
async function haveCommunity(caller: Caller, title: string): Promise<string> {
  const answer = await caller.request.post(`${origin}/api/communities`, {
    headers: await asThemselves(caller),
    data: { title, description: "Twice a month we fill a van." },
  });
  return ((await answer.json()) as { slug: string }).slug;
}

for (const width of [375, 1280])
  test(`a community asks to be part of another, whose owner agrees, and ends it, at ${width} px`, async ({
    page,
    browser,
  }) => {
    const [uk, leeds] = [`Clean Streets UK ${Date.now()}`, `Clean Streets Leeds ${Date.now()}`];
    await page.setViewportSize({ width, height: 740 });
    const parent = newPerson("Rui Costa");
    const context = await browser.newContext({ viewport: { width, height: 740 } });
    const other = await context.newPage();
    await becomeMember(other, parent);
    const ukSlug = await haveCommunity(other, uk);
    await becomeMember(page, newPerson("Maya Okafor"));
    const slug = await haveCommunity(page, leeds);

    await page.goto(`/community/${slug}/edit`);
    const form = page.getByRole("form", { name: "Part of another community" });
    await form.getByLabel("Link of the other community").fill(`${origin}/community/nowhere-at-all`);
    await form.getByRole("button", { name: "Ask its owners" }).click();
    await expect(page.getByText("We found no other community there that you can ask.")).toBeVisible();
    await form.getByLabel("Link of the other community").fill(`${origin}/community/${ukSlug}`);
    await form.getByRole("button", { name: "Ask its owners" }).click();
    await expect(page.getByText(`You have asked ${uk}.`)).toBeVisible();
    await expectAccessible(page);

    const mail = await mailTo(parent.email, `${leeds} asks to be part of ${uk}`);
    expect(mail.text).toContain(`/community/${ukSlug}/edit`);
    await other.goto(`/community/${ukSlug}/edit`);
    await expect(other.getByRole("heading", { name: "1 community asks to be a chapter" })).toBeVisible();
    await expectAccessible(other);
    await other.getByRole("button", { name: `Yes, ${leeds} is a chapter` }).click();
    await expect(other.getByText(`${leeds} is a chapter now.`)).toBeVisible();
    await expect(other.getByRole("heading", { name: "1 community asks to be a chapter" })).toHaveCount(0);

    await page.goto(`/community/${slug}`);
    await ready(page);
    await page.getByRole("link", { name: `Part of ${uk}` }).click();
    await expect(page.getByRole("heading", { level: 1, name: uk })).toBeVisible();
    await expect(page.getByRole("list", { name: "Chapters" }).getByRole("link", { name: leeds })).toBeVisible();
    await expectAccessible(page);

    await other.getByRole("button", { name: `End that ${leeds} is a chapter` }).click();
    const question = other.getByRole("alertdialog", { name: "End this" });
    await question.getByRole("button", { name: "End this" }).click();
    await expect(other.getByText("The two communities no longer belong together.")).toBeVisible();
    await page.goto(`/community/${slug}`);
    await ready(page);
    await expect(page.getByRole("link", { name: `Part of ${uk}` })).toHaveCount(0);
    await context.close();
  });
