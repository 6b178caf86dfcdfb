import { expectAccessible } from "./accessible.ts";
import { becomeMember, closeNotice, everyday, expect, logOut, openSetting, ready, test } from "./journey.ts";
import { mailTo } from "./mailbox.ts";

test.describe("a passkey", () => {
  // A device whose owner declines, and a passkey that was removed.
  test.use({ expectedFailures: [/passkeys/] });

  test("is added, logs its owner in, gets a name, and opens nothing once it is removed", everyday, async ({ page }) => {
    const device = await page.context().newCDPSession(page);
    await device.send("WebAuthn.enable");
    const { authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const person = await becomeMember(page);
    await page.goto("/account");
    await ready(page);
    await openSetting(page, "Passkeys");
    const section = page.getByRole("region", { name: "Passkeys" });
    await expect(section.getByText("You have no passkey yet.")).toBeVisible();
    await section.getByLabel("Name of the passkey").fill("My phone");
    await section.getByLabel("Your password").fill("Wrong4all");
    await section.getByRole("button", { name: "Add a passkey" }).click();
    await expect(section.getByText("This is not the password of your account.")).toBeVisible();
    await section.getByLabel("Your password").fill(person.password);
    await section.getByRole("button", { name: "Add a passkey" }).click();
    await expect(page.getByText("My phone can now log you in.")).toBeVisible();
    await expect(section.getByRole("listitem")).toContainText("My phone");
    await expectAccessible(page);
    await mailTo(person.email, "A passkey can now log in to your account");

    await logOut(page);
    await page.goto("/login");
    await ready(page);
    await page.getByRole("button", { name: "Login with a passkey" }).click();
    await closeNotice(page, "Welcome back!");
    await page.goto("/account");
    await expect(page.getByRole("region", { name: "E-mail address" })).toBeVisible();

    await openSetting(page, "Passkeys");
    await page.getByRole("button", { name: "Rename My phone" }).click();
    const naming = page.getByRole("dialog", { name: "Rename My phone" });
    await naming.getByLabel("Name of the passkey").fill("Old phone");
    await naming.getByRole("button", { name: "Save the name" }).click();
    await expect(section.getByRole("listitem")).toContainText("Old phone");

    await page.getByRole("button", { name: "Remove Old phone" }).click();
    const removing = page.getByRole("dialog", { name: "Remove Old phone" });
    await removing.getByLabel("Your password").fill(person.password);
    await removing.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(section.getByText("You have no passkey yet.")).toBeVisible();

    await logOut(page);
    await page.goto("/login");
    await ready(page);
    await page.getByRole("button", { name: "Login with a passkey" }).click();
    await expect(page.getByText("This passkey does not open an account here.")).toBeVisible();
    await device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await page.getByRole("button", { name: "Login with a passkey" }).click();
    await expect(page.getByText("No passkey was used.")).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
  });
});
