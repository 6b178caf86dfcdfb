import { becomeMember, createEvent, everyday, expect, newEvent, newPerson, test } from "./journey.ts";

// Text in people's own scripts and signs, which is the same on every screen size.
const bengali = {
  title: "নদীর পাড় পরিষ্কার অভিযান",
  location: "বুড়িগঙ্গা ঘাট, ঢাকা",
  description: "সবাই মিলে নদীর পাড় পরিষ্কার করব। গ্লাভস ও ব্যাগ আমরা দেব।",
  max: "৫০",
};
const arabic = {
  title: "حملة تنظيف الشاطئ 🌊👨‍👩‍👧‍👦",
  location: "الكورنيش، الإسكندرية",
  description: "نلتقي عند المنارة 🌱 أحضروا قفازات وقبعة وماء.",
  max: "٣٠",
};

test("an event in Bengali keeps its words and its number of spots", async ({ page }) => {
  await becomeMember(page, newPerson("জার্নি টেস্টার"));
  await createEvent(page, newEvent(bengali));
  await page.goto(`/upcoming-events?search=${encodeURIComponent("নদীর পাড়")}`);
  await page
    .getByRole("link", { name: `View Event: ${bengali.title}` })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: bengali.title })).toBeVisible();
  await expect(page.getByText(bengali.description)).toBeVisible();
  await expect(page.getByText("50 spots remaining")).toBeVisible();
});

test("an event in Arabic with emoji reads from the right", everyday, async ({ page }) => {
  await becomeMember(page);
  await createEvent(page, newEvent(arabic));
  await page.goto(`/upcoming-events?search=${encodeURIComponent("الشاطئ")}`);
  await page
    .getByRole("link", { name: `View Event: ${arabic.title}` })
    .first()
    .click();
  const heading = page.getByRole("heading", { level: 1, name: arabic.title });
  await expect(heading).toBeVisible();
  // The line begins at the right edge of its box, because it is Arabic.
  const gap = await heading.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return element.getBoundingClientRect().right - range.getBoundingClientRect().right;
  });
  expect(gap).toBeLessThan(2);
  await expect(page.getByText("30 spots remaining")).toBeVisible();
});
