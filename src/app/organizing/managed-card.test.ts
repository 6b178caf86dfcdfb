import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import type { Event } from "#domain/events/shapes.ts";
import { ManagedCard } from "./managed-card.tsx";

const minute = 60_000;

/** An event as the card reads it: it begins in that number of minutes and lasts two hours. */
function event(minutes: number, values: Partial<Event> = {}) {
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
    ...values,
  } as Event;
}

const nothing = () => {};

function badgeOf(shown: Event) {
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
    onCancel: nothing,
    onDelete: nothing,
  });
  const router = createMemoryRouter([{ path: "*", element: card }]);
  const html = renderToString(createElement(RouterProvider, { router }));
  return /<span class="badge badge-status">([^<]*)<\/span>/.exec(html)?.[1];
}

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
