import { request } from "@playwright/test";
import type { GateKeyMade } from "#domain/gates/shapes.ts";
import { expectAccessible } from "./accessible.ts";
import { asThemselves, becomeMember, expect, haveEvent, newEvent, newPerson, origin, test } from "./journey.ts";
import { namedGuest, openParticipants } from "./participants-screen.ts";

test("an organizer decides on marks that came after a link was revoked, and clears a phone's marks", async ({
  page,
}) => {
  await becomeMember(page, newPerson("Gate Organizer"));
  const eventDate = new Date(Date.now() + 3_600_000).toISOString();
  const path = await haveEvent(page, newEvent(), { eventDate });
  await namedGuest(path, "Amina Rahman");
  const gate = `${origin}/api/gates/${path.split("/").at(-1)}`;
  const headers = await asThemselves(page);
  const made = await page.request.post(`${gate}/keys`, { headers, data: { label: "Bea" } });
  const { key } = (await made.json()) as GateKeyMade;
  const phone = await request.newContext({ baseURL: origin });
  const data = { key: key.url.split("#")[1], deviceId: crypto.randomUUID() };
  const { pass } = (await (await phone.post("/api/gates/open", { data })).json()) as { pass: string };
  const mark = async (name: string) => {
    const at = new Date(Date.now() - 60_000).toISOString();
    const marks = [{ id: crypto.randomUUID(), kind: "walk_in", personId: crypto.randomUUID(), name, deviceAt: at }];
    const sent = { sentAt: new Date().toISOString(), since: 0, roster: "", marks };
    const answer = await phone.post("/api/gates/sync", { data: sent, headers: { authorization: `Gate ${pass}` } });
    expect(answer.status()).toBe(200);
  };
  await mark("Ana Reis");
  expect((await page.request.delete(`${gate}/keys/${key._id}`, { headers })).status()).toBe(200);
  await mark("Marta Sousa");

  await openParticipants(page, path);
  const late = page.getByRole("region", { name: "Marks that wait for you" });
  await expect(late.getByText(/^Phone 1, Bea: 1 mark$/)).toBeVisible();
  await expect(late.getByText(/^Marta Sousa, walk-in, /)).toBeVisible();
  const walkIns = page.getByRole("region", { name: /^Walk-ins/ });
  await expect(walkIns.getByText("Ana Reis")).toBeVisible();
  await expect(walkIns.getByText("Marta Sousa")).toHaveCount(0);
  await expectAccessible(page);
  await late.getByRole("button", { name: "They count" }).click();
  await expect(walkIns.getByText("Marta Sousa")).toBeVisible();

  const phones = page.getByRole("region", { name: "Phones at the gate" });
  await phones.getByText("Phones at the gate").last().click();
  await expect(phones.getByText("2 marks count")).toBeVisible();
  await phones.getByRole("button", { name: "Clear its marks: phone 1" }).click();
  await phones.getByRole("button", { name: "Keep it" }).click();
  await expect(walkIns.getByText("Marta Sousa")).toBeVisible();
  await phones.getByRole("button", { name: "Clear its marks: phone 1" }).click();
  await expectAccessible(page);
  await phones.getByRole("button", { name: "Yes, clear it" }).click();
  await expect(walkIns).toHaveCount(0);
  await expect(phones).toHaveCount(0);
});
