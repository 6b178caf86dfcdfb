import { becomeMember, expect, logIn, origin, ready, test } from "./journey.ts";

test.use({ expectedFailures: [/sign-in\/email/] });

test("a member whose password is being guessed is told how long to wait, and can log in on a known device", async ({
  page,
  context,
}) => {
  const person = await becomeMember(page);
  const { email } = person;
  // A stranger without this browser's cookies, and with another address each time.
  for (let guess = 1; guess <= 10; guess++) {
    const answer = await fetch(`${origin}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `203.0.113.${guess}` },
      body: JSON.stringify({ email, password: `Guess${guess}` }),
    });
    expect(answer.status).toBe(401);
  }

  const cookies = await context.cookies();
  await context.clearCookies();
  await page.goto("/login");
  await ready(page);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByText(/Too many attempts\. Please try again in [1-5] minutes\./)).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);

  await context.addCookies(cookies.filter(({ name }) => name === "goodturn.device"));
  await logIn(page, person);
  await expect(page.getByRole("button", { name: /^Your account/ })).toBeVisible();
});
