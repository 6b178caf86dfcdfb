import type { Locator } from "@playwright/test";

import { becomeMember, closeSheet, expect, newEvent, openSheet, ready, test, typeEvent } from "./journey.ts";
import { serveTiles } from "./tiles.ts";

// The pin of an event, on a map with tiles from this test.

test.use({ expectedFailures: [/tile\.openstreetmap\.org/] });

test("a pin can be set without a town", async ({ page, context }) => {
  const asked = await serveTiles(context);
  await becomeMember(page);
  await page.goto("/create-event");
  await ready(page);
  await openSheet(page.getByRole("form"), "where");
  await page.getByRole("button", { name: "Set where to meet on a map" }).click();
  await page.getByRole("button", { name: "Begin with the whole world" }).click();
  const map = page.getByRole("region", { name: "Map on which you set the pin" });
  await expect(map.locator('img[src*="/2/"]').first()).toBeVisible();
  await expect(page.getByText("In which town?")).toHaveCount(0);
  expect(asked[0]).toContain("/2/");
  for (let press = 0; press < 2; press++) await map.press("Enter");
  await page.getByRole("button", { name: "Use this spot" }).click();
  await expect(page.locator("input[name=point]")).not.toHaveValue("");
});

test("an organizer sets a pin at the meeting point, by pointer or keyboard, and removes it", async ({
  page,
  context,
}) => {
  const asked = await serveTiles(context);
  await becomeMember(page);
  await page.goto("/create-event");
  await ready(page);
  const event = newEvent({ title: "Where the pin is", location: "By the old oak, Porto" });
  const form = page.getByRole("form", { name: "Create Event" });
  const open = page.getByRole("button", { name: "Set where to meet on a map" });
  const map = page.getByRole("region", { name: "Map on which you set the pin" });
  // Without a town the field asks for one; without an answer the map begins with the whole world.
  await typeEvent(form, { ...event, location: "By the old oak" });
  await openSheet(form, "where");
  const question = page.getByText("In which town?");
  await expect(question).toHaveCount(0);
  await open.click();
  await expect(question).toBeVisible();
  await expect(page.getByLabel("Location", { exact: true })).toBeFocused();
  await expect(page.getByRole("button", { name: "Begin with the whole world" })).toBeVisible();
  await expect(map).toHaveCount(0);
  expect(asked).toEqual([]);
  await page.getByLabel("Location", { exact: true }).fill(event.location);
  await open.click();
  const dragged = page.getByText("or drag the pin");
  await expect(dragged).toBeHidden();
  const field = page.locator("input[name=point]");
  // If a town is only typed, the map begins there at once. While it shows half the world, a press only zooms in.
  const inPorto = map.locator('img[src$="/13/3900/3066.png"]');
  await expect(inPorto).toBeVisible();
  expect(asked[0]).toContain("/13/");
  await map.focus();
  for (let zoom = 13; zoom > 4; zoom--) await page.keyboard.press("-");
  await expect(map.locator('img[src*="/4/"]').first()).toBeVisible();
  await expect(inPorto).toHaveCount(0);
  const waits = page.locator(".pin-map > .map-pin i");
  await expect(page.getByText("Zoom in, then press where people meet.")).toHaveCount(1);
  await expect(waits).toHaveCount(0);
  await map.click({ position: { x: 150, y: 100 } });
  await expect(page.locator(".pin-map > .btn")).toHaveCount(0);
  await expect(map.locator('img[src*="/11/"]').first()).toBeVisible();
  await map.click({ position: { x: 150, y: 100 } });
  const here = page.getByRole("button", { name: "Use this spot" });
  await expect(here).toBeVisible();
  await expect(waits).toBeVisible();
  await expect(field).toHaveValue("");
  await expect(map.locator(".map-pin")).toHaveCount(0);
  await map.click({ position: { x: 100, y: 100 } });
  await expect(map.locator(".map-pin")).toBeVisible();
  await expect(here).toBeHidden();
  await expect(page.getByText("Pin set. People see exactly this point.")).toBeVisible();
  // With keyboard focus, the hint about keys replaces the other.
  await expect(dragged).toHaveCount(1);
  const pressed = await field.inputValue();
  expect(pressed).toMatch(/^-?\d+\.\d+,-?\d+(\.\d+)?$/);
  await page.getByRole("button", { name: "Remove the pin" }).click();
  await expect(map.locator(".map-pin")).toHaveCount(0);
  await expect(field).toHaveValue("");
  // Choosing a town moves the map there, and text typed before stays.
  const location = page.getByLabel("Location", { exact: true });
  await location.fill("Jardim da Cordoaria, Port");
  await page.getByRole("option", { name: /^Porto\s*Portugal/ }).click();
  await expect(location).toHaveValue("Jardim da Cordoaria, Porto");
  await expect(inPorto).toBeVisible();
  await map.focus();
  await page.keyboard.press("Enter");
  await expect(here).toBeVisible();
  await expect(field).toHaveValue("");
  await page.keyboard.press("Enter");
  await expect(field).not.toHaveValue("");
  const [lat, lon] = (await field.inputValue()).split(",").map(Number);
  // Before it is set, the pin is in the middle of the map, where a button can set it too.
  await page.getByRole("button", { name: "Remove the pin" }).click();
  // The sheet grows by the line that says it, so places are counted from the map.
  const inMap = async (mark: Locator) => {
    const [{ x, y }, { x: left, y: top }] = [(await mark.boundingBox())!, (await map.boundingBox())!];
    return { x: x - left, y: y - top };
  };
  const waiting = await inMap(waits);
  await here.click();
  await expect(field).toHaveValue(`${lat},${lon}`);
  await expect(map).toBeFocused();
  const set = await inMap(map.locator(".map-pin i"));
  expect(Math.abs(set.x - waiting.x)).toBeLessThan(1.5);
  expect(set.y - waiting.y).toBeCloseTo(6, 0);
  await closeSheet(form);
  await expect(
    form.getByRole("button", { name: /^Where\? Jardim da Cordoaria, Porto\s*Porto, Portugal · pin set$/ }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Create Event", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Event Created Successfully!" })).toBeVisible();
  const found = (await (
    await page.request.get(`/api/events?search=${encodeURIComponent(event.title)}`)
  ).json()) as object[];
  expect(found[0]).toMatchObject({ isExact: true, point: { lat, lon } });
});
