import { expect, ready, test } from "./journey.ts";
import { startMailSite } from "./mail-site.ts";

test("a site without Google keeps its two buttons, which say what to use instead", async ({ browser }) => {
  const { address, stop } = await startMailSite();
  const page = await browser.newPage({ baseURL: address });
  const opened: unknown[] = [];
  page.on("popup", (popup) => opened.push(popup));
  try {
    for (const [path, name] of [
      ["/login", "Login With Google"],
      ["/register", "Register with Google"],
    ] as const) {
      await page.goto(path);
      await ready(page);
      await page.getByRole("button", { name }).click();
      await expect(page.getByText("This site has no Google sign-in yet.")).toBeVisible();
      await expect(page).toHaveURL(path);
    }
    expect(opened).toEqual([]);
  } finally {
    await page.close();
    await stop();
  }
});
