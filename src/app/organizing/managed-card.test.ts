import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import type { MyEvent } from "#domain/events/shapes.ts";
import { ManagedCard } from "./managed-card.tsx";

const minute = 60_000;

/** An event as the card reads it: it begins in that number of minutes and lasts two hours. */
function event(minutes: number, values: Partial<MyEvent> = {}) {
  const begin = Date.now() + minutes * minute;
  return {
    _id: "1",
    title: "River clean-up",
    eventType: "cleanup",
    status: "active",
    location: "Boat landing",
    description: "We bring gloves.",
    thumbnailUrl: "/scenes/cleanup.svg",
    eventDate: new Date(begin).toISOString(),
    eventEnd: new Date(begin + 120 * minute).toISOString(),
    timeZone: "Europe/Lisbon",
    participant: 0,
    waitlisted: 0,
    held: 0,
    passed: 0,
    capacity: 20,
    maxParticipant: "up to 20",
    role: "owner",
    organizer: "Maya",
    ...values,
  } as MyEvent;
}

const nothing = () => {};

function rendered(shown: MyEvent): string {
  const member = { id: "1", email: "a@example.org", emailVerified: true, displayName: "Amina", photoURL: null };
  const card = createElement(ManagedCard, {
    event: shown,
    member,
    isAnswered: false,
    figures: null,
    onPublished: nothing,
    onEdit: nothing,
    onTell: nothing,
    onGive: null,
    onHandOver: nothing,
    onOrganize: nothing,
    onCancel: nothing,
    onDelete: nothing,
  });
  const router = createMemoryRouter([{ path: "*", element: card }]);
  return renderToString(createElement(RouterProvider, { router }));
}
const badgeOf = (shown: MyEvent) => /<span class="badge badge-status">([^<]*)<\/span>/.exec(rendered(shown))?.[1];

const has = (html: string) =>
  ["with Maya", "Delete River", "Hand over", "Edit River", "Organize with others", "Cancel the event"].map((words) =>
    html.includes(words),
  );

describe("an event that a member organizes with its owner", () => {
  it("says whose it is, and has everything but deleting and handing it over", () => {
    const [own, theirs] = [rendered(event(60)), rendered(event(60, { role: "organizer" }))];
    expect(has(own)).toEqual([false, true, true, true, true, true]);
    expect(has(theirs)).toEqual([true, false, false, true, true, true]);
  });
});

describe("the badge of an event in its organizer's list", () => {
  it.each([
    ["Active", "before it begins", event(1)],
    ["Under way", "from its beginning on", event(-1)],
    ["Under way", "until it ends", event(-119)],
    ["Inactive", "once it is over", event(-121)],
    ["Canceled", "when it is canceled", event(60, { status: "cancelled" })],
    ["Draft", "before it is published", event(60, { status: "draft" })],
  ])("says %s %s", (words, _, shown) => {
    expect(badgeOf(shown)).toBe(words);
  });
});
