import { expectAccessible } from "./accessible.ts";
import { everyday, expect, haveEvent, newCaller, newEvent, ready, test } from "./journey.ts";
import { serveTiles } from "./tiles.ts";

// Maps with tiles from this test, because the default tile server belongs to another organization.

test.use({ expectedFailures: [/tile\.openstreetmap\.org/] });

/** A place far from our other events. */
const adamstown = { lat: -25.0667, lon: -130.1005 };

test("the map beside the list opens with a press, and moves the list, which has all that it shows", async ({
  page,
  context,
}) => {
  const asked = await serveTiles(context);
  const caller = await newCaller();
  const [here, there] = [newEvent({ title: "Zephyrfest by the landing" }), newEvent({ title: "Zephyrfest far away" })];
  const path = await haveEvent(caller, here, { point: adamstown });
  await haveEvent(caller, there, { point: { lat: 64.1466, lon: -21.9426 } });

  await page.goto("/upcoming-events?search=Zephyrfest");
  await ready(page);
  const cards = page.getByRole("article").getByRole("heading");
  await expect(cards).toHaveText([here.title, there.title]);
  expect(asked).toEqual([]);
  const button = page.getByRole("button", { name: "Map" });
  const back = page.getByRole("button", { name: "List" });
  await button.click();
  const map = page.getByRole("region", { name: "Map of the events in the list" });
  const foot = page.locator(".map-foot");
  await expect(map.locator(".map-pin")).toHaveCount(2);
  await expect(foot.getByText("2 events on the map")).toBeVisible();
  await expect(back).toBeVisible();
  await expect(button).toBeHidden();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await expect(page.getByText("The map loads from tile.openstreetmap.org")).toBeVisible();
  await expect(map.getByRole("link", { name: "© OpenStreetMap contributors" })).toBeVisible();
  await expect(cards).toHaveText([here.title, there.title]);
  await expectAccessible(page);

  // A pressed event is shown at the map's foot until it is closed.
  await map.locator(".map-pin").last().click();
  await expect(foot.getByRole("link", { name: /^Zephyrfest/ })).toBeVisible();
  await expect(map.locator(".map-pin.here")).toHaveCount(1);
  await foot.getByRole("button", { name: "Close" }).click();
  await expect(foot.getByRole("link")).toHaveCount(0);
  await expect(map).toBeFocused();
  for (const key of ["Shift+Tab", "Tab"]) await page.keyboard.press(key);
  await expect(page.locator(".map-hold")).toHaveCSS("outline-style", "solid");
  // The keyboard moves closer to the first event, in the south-west.
  for (const key of ["ArrowLeft", "ArrowDown", "ArrowDown", "+", "+"]) await page.keyboard.press(key);
  await expect(page).toHaveURL(/box=-?\d+/);
  await expect(page.getByText(/in this part of the map/).first()).toBeVisible();
  // Fully zoomed out, the world fills the frame, up to its northern and southern ends.
  for (let press = 0; press < 6; press++) await page.keyboard.press("-");
  await expect(map.getByRole("button", { name: "Zoom out" })).toBeDisabled();
  const beyond = () =>
    map.evaluate((frame) => {
      const { top, bottom } = frame.getBoundingClientRect();
      const tiles = [...frame.querySelectorAll(".leaflet-tile-loaded")].map((one) => one.getBoundingClientRect());
      const first = Math.min(...tiles.map((one) => one.top));
      return Math.max(first - top, bottom - Math.max(...tiles.map((one) => one.bottom)));
    });
  // The map moves by whole pixels.
  await expect.poll(beyond).toBeLessThanOrEqual(1.5);

  // The shared address shows the same list, and no map until the reader asks for it.
  await page.goto(`/upcoming-events?search=Zephyrfest&box=-131,-26,-129,-24`);
  await ready(page);
  asked.length = 0;
  await expect(cards).toHaveText([here.title]);
  await expect(map).toBeHidden();
  expect(asked).toEqual([]);

  // On a phone the map takes the list's place, until it is closed. If its tiles fail, it says so, and everything else
  // works.
  await page.setViewportSize({ width: 375, height: 740 });
  await context.route("https://tile.openstreetmap.org/**", (route) => route.abort());
  await button.click();
  await expect(map.locator(".map-pin")).toHaveCount(1);
  await expect(cards).toBeHidden();
  await expect(map.getByRole("status")).toHaveText("No streets: tile.openstreetmap.org is not answering.");
  await expectAccessible(page);
  await map.locator(".map-pin").click();
  await foot.getByRole("link", { name: here.title }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await page.goBack();
  await expect(map).toBeVisible();
  await expect(page.getByText("1 of 2 events here")).toBeVisible();
  await expect(page.getByText("Showing 1 event")).toBeHidden();
  await back.click();
  await expect(map).toBeHidden();
  await expect(cards).toHaveText([here.title]);

  // If no event is in view, the map's foot leads to events elsewhere.
  await page.goto("/upcoming-events?search=Zephyrfest&box=10,10,11,11");
  await ready(page);
  await button.click();
  await expect(foot.getByText("Nothing on this part of the map.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No events found" })).toBeHidden();
  await expectAccessible(page);
  await foot.getByRole("button", { name: "Show all 2" }).click();
  await expect(foot.getByText("2 events on the map")).toBeVisible();
  await expect(page).not.toHaveURL(/box=/);
  await back.click();

  // An empty result shows suggestions instead of an empty map.
  await page.goto("/upcoming-events?search=Zephyrfest");
  await ready(page);
  await button.click();
  const ways = page.getByRole("heading", { name: "No events found" });
  await page.getByRole("searchbox").fill("zqxzqx");
  await page.keyboard.press("Enter");
  await expect(ways).toBeInViewport();
  await expect(map).toHaveCount(0);
  await expect(button).toHaveCount(0);
  await expect(page.getByRole("link", { name: /See all events/ })).toBeInViewport();
  await expectAccessible(page);
  // Once there are results, the map is open as before.
  await page.getByRole("searchbox").fill("Zephyrfest");
  await page.keyboard.press("Enter");
  await expect(map.locator(".map-pin")).toHaveCount(2);
  await back.click();

  // An empty result differs from events without a point.
  const nowhere = newEvent({ location: "Behind the old mill" });
  await haveEvent(caller, nowhere);
  await page.goto(`/upcoming-events?search=${encodeURIComponent(nowhere.title)}`);
  await ready(page);
  await button.click();
  await expect(foot.getByText("No event in the list has a place on the map.")).toBeVisible();
  await back.click();

  // An event's own map loads on demand too.
  await page.goto(path);
  await ready(page);
  await expect(page.getByText("The map loads from tile.openstreetmap.org")).toBeVisible();
  await page.getByRole("button", { name: "Show map" }).click();
  const spot = page.getByRole("region", { name: "Map of where this event is" });
  await expect(spot.locator(".map-pin")).toBeVisible();
  await expect(spot.getByRole("status")).toContainText("No streets");
  await context.unroute("https://tile.openstreetmap.org/**");
  await serveTiles(context);
  await spot.getByRole("button", { name: "Zoom out" }).click();
  await expect(spot.getByRole("status")).toHaveText("");
});

test("a map that does not show all events says so, and the list follows it", everyday, async ({ page, context }) => {
  await serveTiles(context);
  const caller = await newCaller();
  const lons = [-130.1005, -130.11, -130.12, -130.13];
  for (const lon of lons) await haveEvent(caller, newEvent({ title: "Mistralfest" }), { point: { ...adamstown, lon } });
  const far = newEvent({ title: "Mistralfest in Reykjavik" });
  await haveEvent(caller, far, { point: { lat: 64.1466, lon: -21.9426 } });
  const map = page.getByRole("region", { name: "Map of the events in the list" });
  const foot = page.locator(".map-foot");
  const cards = page.getByRole("article").getByRole("heading");
  const all = foot.getByRole("button", { name: "Show all 5" });
  /** The number of events behind the marks on the map. */
  const onMap = async () => {
    const numbers = await map.locator(".map-cluster b").allTextContents();
    return numbers.reduce((sum, number) => sum + Number(number), await map.locator(".map-pin").count());
  };

  // The map begins where most events are. The list does not follow, because the reader has not moved the map.
  await page.goto("/upcoming-events?search=Mistralfest");
  await ready(page);
  await page.getByRole("button", { name: "Map" }).click();
  await expect(foot.getByText("4 of 5 events here")).toBeVisible();
  expect(await onMap()).toBe(4);
  await expect(cards).toHaveCount(5);
  await expectAccessible(page);
  await all.click();
  await expect(foot.getByText("5 events on the map")).toBeVisible();
  await expect(all).toHaveCount(0);
  await expect(map).toBeFocused();
  expect(await onMap()).toBe(5);
  await expect(page).not.toHaveURL(/box=/);

  // After moving, map and list show the same events and the same number; all of them are one press away.
  const most = "4 of 5 events here";
  await map.locator(".map-cluster").click();
  await expect(foot.getByText(most)).toBeVisible();
  await expect(page).toHaveURL(/box=/);
  await expect(page.getByText(/^4 events in this part of the map/)).toBeVisible();
  await expect(cards).toHaveCount(4);
  expect(await onMap()).toBe(4);
  await all.click();
  await expect(page).not.toHaveURL(/box=/);
  await expect(cards).toHaveCount(5);
  await expect(foot.getByText("5 events on the map")).toBeVisible();

  // Events in view beside the requested part are added to the list too.
  await page.getByRole("button", { name: "List" }).click();
  await page.goto("/upcoming-events?search=Mistralfest&box=-130.115,-25.1,-130.105,-25.03");
  await ready(page);
  await expect(cards).toHaveCount(1);
  await page.getByRole("button", { name: "Map" }).click();
  await expect(foot.getByText(most)).toBeVisible();
  await expect(cards).toHaveCount(4);

  // On a tall phone, which is higher than the globe is wide, all events come into view too.
  await page.getByRole("button", { name: "List" }).click();
  await page.setViewportSize({ width: 375, height: 915 });
  await haveEvent(caller, far, { point: { lat: -36.85, lon: 174.76 } });
  await page.goto("/upcoming-events?search=Mistralfest&box=-131,-26,-129,-24");
  await ready(page);
  await page.getByRole("button", { name: "Map" }).click();
  await foot.getByRole("button", { name: "Show all 6" }).click();
  await expect(foot.getByText("6 events on the map")).toBeVisible();
  expect(await onMap()).toBe(6);

  // The list of several events at one point has their number above it, beside the close button.
  for (const part of ["by day", "by night"])
    await haveEvent(caller, newEvent({ title: `Levantfest ${part}` }), { point: adamstown });
  await page.goto("/upcoming-events?search=Levantfest");
  await ready(page);
  await page.getByRole("button", { name: "Map" }).click();
  await map.locator(".map-cluster").click();
  await expect(foot.getByText("2 events here", { exact: true })).toBeVisible();
  await expect(foot.getByRole("link", { name: /^Levantfest/ })).toHaveCount(2);
  const close = foot.getByRole("button", { name: "Close" });
  const [button, row] = await Promise.all([close, foot.getByRole("listitem").first()].map((one) => one.boundingBox()));
  expect(Math.floor(button!.y + button!.height)).toBeLessThanOrEqual(Math.ceil(row!.y));
  await close.click();
  await expect(foot.getByText("2 events on the map")).toBeVisible();
});
