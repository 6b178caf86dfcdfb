import {
  asThemselves,
  becomeMember,
  everyday,
  expect,
  haveJoined,
  haveOthersEvent,
  newCaller,
  newEvent,
  origin,
  ready,
  test,
} from "./journey.ts";
import { wallClockIn } from "#domain/events/rules.ts";
import { mailTo, pathIn } from "./mailbox.ts";

test("after the last spot there is a waitlist, whose first is offered a spot", everyday, async ({ page, browser }) => {
  await becomeMember(page);
  const path = await haveOthersEvent(newEvent({ max: "1" }));
  await page.goto(path);
  await ready(page);
  await page.getByRole("button", { name: "Join Event" }).click();
  await expect(page.getByRole("button", { name: "Already Joined" })).toBeVisible();

  const other = await browser.newPage();
  const next = await becomeMember(other);
  await other.goto(path);
  await ready(other);
  await expect(other.getByText("Every spot is taken")).toBeVisible();
  await other.getByRole("button", { name: "Join the waitlist" }).click();
  await expect(other.getByText("You are number 1 on the waitlist")).toBeVisible();
  await expect(other.locator(".toast-note")).toHaveCount(0);
  // On a phone the bar has the one button for what can be changed, and the actions are fully visible above it.
  const third = await newCaller();
  await haveJoined(third, path);
  await other.setViewportSize({ width: 375, height: 740 });
  await expect(other.getByText("1 more person is waiting.")).toBeVisible();
  const change = (await other.getByRole("button", { name: "Change" }).boundingBox())!;
  expect(change.x + change.width).toBe(375 - 16);
  const share = (await other.getByRole("button", { name: "Share" }).boundingBox())!;
  expect(share.y + share.height).toBeLessThan((await other.locator(".join-bar").boundingBox())!.y);
  await other.setViewportSize({ width: 1280, height: 800 });
  const leaving = { headers: await asThemselves(third) };
  const left = await third.request.delete(origin + path.replace("/view-event", "/api/join-event"), leaving);
  expect(left.status()).toBe(200);
  await other.goto("/joined-events");
  await expect(other.getByText(/^On the waitlist since/)).toBeVisible();
  await expect(other.getByText("You are on 1 waitlist", { exact: true })).toBeVisible();

  await page.reload();
  await ready(page);
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByRole("button", { name: "Leave this event" }).click();
  const question = page.getByRole("alertdialog", { name: "Give your spot back?" });
  await expect(question.getByText("If you join again, you go to the end of the waitlist.")).toBeVisible();
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByRole("button", { name: "Already Joined" })).toBeVisible();
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByRole("button", { name: "Leave this event" }).click();
  await question.getByRole("button", { name: "Leave this event" }).click();
  await expect(page.getByText("You have left.")).toBeVisible();
  // A held spot is neither free for others nor taken.
  await expect(page.getByText("0 taken, 1 held for the waitlist")).toBeVisible();
  await page.getByRole("button", { name: "Join the waitlist" }).click();
  await expect(page.getByText("You are number 2 on the waitlist")).toBeVisible();
  expect(await mailTo(next.email, /^A spot for you/)).toMatchObject({ to: next.email });
  // An offer does not count as waiting: it comes first, on the home page too.
  await other.reload();
  await expect(other.getByRole("heading", { level: 2 }).first()).toHaveText("Waiting for your answer");
  await expect(other.getByText("You've joined 0 events", { exact: true })).toBeVisible();
  await other.goto("/");
  await expect(other.getByRole("link", { name: /^A spot is held for you until \S.*: / })).toHaveAttribute("href", path);
  await other.goBack();
  await expect(other.getByText(/^A spot is held for you until/)).toBeVisible();
  await other.getByRole("button", { name: "Take the spot" }).click();
  await expect(other.getByRole("heading", { level: 2 }).first()).toHaveText("Next up");
  await expect(other.getByText("You've joined 1 event", { exact: true })).toBeVisible();
  // The focused button is gone.
  await expect(other.locator("#main")).toBeFocused();
  await other.goto(path);
  await expect(other.getByRole("button", { name: "Already Joined" })).toBeVisible();

  await other.getByRole("button", { name: "Change" }).click();
  await other.getByRole("button", { name: "Leave this event" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Leave this event" }).click();
  await page.reload();
  await ready(page);
  await expect(page.getByRole("heading", { name: "A spot is held for you" })).toBeVisible();
  await page.getByRole("button", { name: "No, thank you" }).click();
  await expect(page.getByText(/^Somebody else can have it now/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Join Event" })).toBeVisible();
  await other.close();
});

test("on the eve, a page of the waitlist shows a freed spot, for the first to press", async ({ page, request }) => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const path = await haveOthersEvent(
    newEvent({ max: "1", ...wallClockIn(new Date(Date.now() + 10 * 3_600_000), timeZone) }),
  );
  const holder = await newCaller();
  await haveJoined(holder, path);
  const me = await becomeMember(page);
  await page.goto(path);
  await ready(page);
  await page.getByRole("button", { name: "Join the waitlist" }).click();
  await expect(page.getByText("You are number 1 on the waitlist")).toBeVisible();
  await expect(page.getByText("the first to press gets it")).toBeVisible();
  await haveJoined(await newCaller(), path);

  const call = origin + path.replace("/view-event", "/api/join-event");
  await request.delete(call, { headers: await asThemselves(holder) });
  await expect(page.getByRole("heading", { name: "A spot is free. You can take it" })).toBeVisible();
  // The mail's link shows the same without logging in, and its button takes the spot.
  const mail = await mailTo(me.email, /^A spot is free (today|tomorrow)/);
  await page.context().clearCookies();
  await page.goto(pathIn(mail, "Take the spot"));
  await expect(page.getByText("A spot is free right now, and we are not holding it for anybody.")).toBeVisible();
  await page.getByRole("button", { name: "Take the spot" }).click();
  await expect(page.getByText("The spot is yours.")).toBeVisible();
});
