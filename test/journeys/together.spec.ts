import type { Page } from "@playwright/test";

import {
  asThemselves,
  becomeMember,
  everyday,
  expect,
  haveEvent,
  haveJoined,
  newCaller,
  newEvent,
  newPerson,
  origin,
  test,
} from "./journey.ts";
import { confirmAddress } from "./mailbox.ts";

/** Opens the sheet of an event in Manage Events. */
async function openTeam(page: Page, title: string) {
  await page.goto("/manage-events");
  await page.getByRole("button", { name: `More for ${title}` }).click();
  await page.getByRole("button", { name: `Organize with others: ${title}` }).click();
  return page.getByRole("dialog", { name: "Organize with others" });
}

for (const width of [375, 1280]) {
  test(
    `two people organize an event together until one is let go, at ${width} px`,
    everyday,
    async ({ page, browser }) => {
      await page.setViewportSize({ width, height: 740 });
      const event = newEvent();
      await confirmAddress(page, await becomeMember(page, newPerson("Maya Tester")));
      const path = await haveEvent(page, event);
      const id = path.split("/").at(-1) ?? "";
      await haveJoined(await newCaller(), path);

      // The owner makes a link, which the sheet shows once.
      const sheet = await openTeam(page, event.title);
      await sheet.getByRole("button", { name: "Share a link instead" }).click();
      await expect(sheet.getByText("This link makes one person an organizer")).toBeVisible();
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await sheet.getByRole("button", { name: "Copy the link" }).click();
      await expect(sheet.getByText("Copied").first()).toBeVisible();
      const link = await page.evaluate(() => navigator.clipboard.readText());

      // The second person opens it signed out, and accepts once they are here.
      const context = await browser.newContext({ viewport: { width, height: 740 } });
      const theirs = await context.newPage();
      await theirs.goto(link);
      await expect(
        theirs.getByText(`Maya Tester invites you to organize the event “${event.title}” together.`),
      ).toBeVisible();
      await expect(theirs.getByRole("button", { name: "Accept" })).toHaveCount(0);
      await confirmAddress(theirs, await becomeMember(theirs, newPerson("Rui Tester")));
      await theirs.goto("/");
      await theirs.goto(link);
      await theirs.getByRole("button", { name: "Accept" }).click();
      await expect(theirs.getByText("You organize it with Maya Tester now.")).toBeVisible();

      // They see whose it is, and change it; deleting is the owner's.
      await theirs.goto("/manage-events");
      await expect(theirs.getByText("with Maya Tester")).toBeVisible();
      await expect(theirs.getByRole("button", { name: `Delete ${event.title}` })).toHaveCount(0);
      await theirs.goto(path);
      await expect(theirs.getByRole("link", { name: "Manage", exact: false }).first()).toBeVisible();
      await theirs.goto(`/manage-events/${id}`);
      await expect(theirs.getByRole("heading", { name: event.title })).toBeVisible();

      // They edit it and write to the people.
      const edits = async () => {
        const headers = await asThemselves(theirs);
        const data = { description: "We meet at the second landing." };
        const message = { audience: "all", subject: "Boots", text: "Bring boots." };
        const edited = await theirs.request.patch(`${origin}/api/events/${id}`, { headers, data });
        const wrote = await theirs.request.post(`${origin}/api/events/${id}/messages`, { headers, data: message });
        return [edited.status(), wrote.status()];
      };
      expect(await edits()).toEqual([200, 200]);

      // The owner reads who did what, and ends their rights.
      await page.goto(`/manage-events/${id}/log`);
      for (const did of ["Became an organizer", "Changed the description", "Wrote to 1 person"])
        await expect(page.getByText(did)).toBeVisible();
      const again = await openTeam(page, event.title);
      const endRights = async () => {
        await again.getByRole("button", { name: "More for Rui Tester" }).click();
        await again.getByRole("button", { name: "End their rights" }).click();
        await again.getByRole("alert").getByRole("button", { name: "End their rights" }).click();
        await expect(again.getByText("Rui Tester no longer organizes this.")).toBeVisible();
      };
      await endRights();
      expect(await edits()).toEqual([403, 403]);
      await again.getByRole("button", { name: "Undo" }).click();
      await expect(page.getByText("Rui Tester organizes this again.")).toBeVisible();
      expect(await edits()).toEqual([200, 200]);

      // An organizer who leaves comes back by the toast.
      const own = await openTeam(theirs, event.title);
      await own.getByRole("button", { name: "Leave" }).click();
      await own.getByRole("alert").getByRole("button", { name: "Leave" }).click();
      await expect(theirs.getByText(`You no longer organize “${event.title}”.`)).toBeVisible();
      expect(await edits()).toEqual([403, 403]);
      await theirs.getByRole("button", { name: "Undo" }).click();
      await expect(theirs.getByText("You organize it again.")).toBeVisible();
      expect(await edits()).toEqual([200, 200]);
      await endRights();

      await theirs.goto(`/manage-events/${id}`);
      await expect(theirs.getByRole("heading", { name: event.title })).toHaveCount(0);
      expect(await edits()).toEqual([403, 403]);
      await theirs.goto(link);
      await expect(theirs.getByText("This invitation is no longer open")).toBeVisible();
      await context.close();
    },
  );
}
