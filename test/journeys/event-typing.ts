import { expect, type Locator } from "@playwright/test";

import type { EventTyping } from "./journey.ts";

/** The sheets of the page of an event that is typed, by the buttons that open them. */
const sheets = { when: /^When/, where: /^Where/, spots: /^(How many|\d+ spots?$)/, picture: /picture$/ } as const;

/** Opens a sheet of the page of an event that is typed. */
export async function openSheet(form: Locator, name: keyof typeof sheets): Promise<Locator> {
  await form.getByRole("button", { name: sheets[name] }).filter({ visible: true }).first().click();
  return form.getByRole("dialog");
}

/** Closes the sheet that is open. */
export async function closeSheet(form: Locator) {
  await form.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await expect(form.getByRole("dialog")).toHaveCount(0);
}

/**
 * Fills in the fields of an event form, on its page or in the dialog 'Edit Event'; fields that are not named stay as
 * they are.
 */
export async function typeEvent(form: Locator, event: Partial<EventTyping>) {
  const fill = async (label: string, text: string | undefined) => {
    if (text !== undefined) await form.getByLabel(label, { exact: true }).fill(text);
  };
  await form.getByLabel("Event title").waitFor();
  const isPage = (await form.getByRole("radio").count()) > 0;
  /** Does something in a sheet, or in the dialog, which has none. */
  const inSheet = async (name: keyof typeof sheets, isTyped: unknown, type: () => Promise<void>) => {
    if (isTyped === undefined) return;
    if (isPage) await openSheet(form, name);
    await type();
    if (isPage) await closeSheet(form);
  };
  await fill("Event title", event.title);
  if (event.kind && isPage) await form.getByRole("radio", { name: event.kind }).check();
  if (event.kind && !isPage) await form.getByLabel("Event type").selectOption(event.kind);
  await inSheet("when", event.date ?? event.time, async () => {
    await fill("Date", event.date);
    if (event.time) await form.getByLabel("Time", { exact: true }).selectOption(event.time);
  });
  await inSheet("where", event.location, () => fill("Location", event.location));
  await inSheet("spots", event.max, () => fill("Max participants", event.max));
  await inSheet("picture", event.thumbnail, async () => {
    await fill("Thumbnail image URL", event.thumbnail);
    // The preview appears after a pause in typing and moves the content below: a press at that moment would miss.
    if (isPage && event.thumbnail?.startsWith("http")) await expect(form.getByRole("figure")).toBeVisible();
  });
  await fill("Description", event.description);
  if (event.bring ?? event.language) {
    const folded = form.locator("details").filter({ hasText: "Good to know" });
    if ((await folded.getAttribute("open")) === null) await folded.locator("summary").click();
  }
  await fill("What to bring", event.bring);
  if (event.language) await form.getByLabel("Languages spoken").selectOption(event.language);
}
