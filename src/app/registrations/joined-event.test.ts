import { createElement, type ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import type { Registration } from "#domain/registrations/shapes.ts";
import { JoinedRow, NextUp } from "./joined-event.tsx";

const day = 86_400_000;
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
const short = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone });
const weekday = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone });
const dayOf = (moment: Date) => `${weekday.format(moment)}, ${short.format(moment)}`;

const joinedAt = new Date(Date.now() - 400 * day);
/** A morning that many days from now, at half past nine. */
const morningIn = (days: number) => new Date(new Date(Date.now() + days * day).setHours(9, 30, 0, 0));

function registration(values: Partial<Registration> = {}, days = 400): Registration {
  const begin = morningIn(days);
  return {
    _id: "00000000-0000-7000-8000-000000000001",
    eventId: "00000000-0000-7000-8000-000000000002",
    eventTitle: "River clean-up",
    eventLocation: "Boat landing, Riverside Park, Porto",
    eventDate: begin.toISOString(),
    eventEnd: new Date(begin.getTime() + 2 * 3_600_000).toISOString(),
    timeZone,
    eventType: "cleanup",
    thumbnailUrl: "/scenes/cleanup.svg",
    status: "active",
    userName: "Amina Rahman",
    userEmail: "amina@example.org",
    userPhotoURL: null,
    joinedAt: joinedAt.toISOString(),
    state: "joined",
    spots: 1,
    offeredUntil: null,
    participantCount: 1,
    community: null,
    description: "We bring gloves.",
    hours: null,
    ...values,
  };
}

function read(element: ReactNode) {
  const router = createMemoryRouter([{ path: "*", element }]);
  const html = renderToString(createElement(RouterProvider, { router }));
  const words = html
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, "|")
    .replace(/\|+/g, "|")
    .replace(/[\u00a0\u202f\u2009]/g, " ");
  return { html, words };
}

/** The text of a joined event, as the next one and as one of the others. */
const nextUp = (join: Registration) => read(createElement(NextUp, { join, onLeave: () => {} }));
const row = (join: Registration, isPast = false) => read(createElement(JoinedRow, { join, isPast, onLeave: () => {} }));

describe("an event that a member has joined", () => {
  it.each([
    ["the next one", nextUp, dayOf(joinedAt)],
    ["another one", row, short.format(joinedAt)],
  ])("shows as %s its title, location, times, date of joining and number of people", (_, shown, since) => {
    const join = registration();
    const { html, words } = shown(join);
    expect(html).toContain(`<h3 dir="auto"`);
    for (const text of ["River clean-up", join.eventLocation, "We bring gloves.", "1 participant"]) {
      expect(words).toContain(`|${text}|`);
    }
    expect(words).toMatch(/\|9:30\| – \|11:30 AM\|/);
    expect(words).toContain(dayOf(new Date(join.eventDate)));
    expect(words).toContain(`|Joined ${since}|`);
    expect(html).toContain(`href="/view-event/${join.eventId}"`);
    expect(html).toContain('aria-label="Leave: River clean-up"');
    const party = shown(registration({ spots: 3, participantCount: 7 })).words;
    expect(party).toMatch(/\|Joined [^|]+, you and 2 others\|/);
    expect(party).toContain("|7 participants|");
    expect(words).not.toContain("you and");
  });

  it("says 'waitlist' for a member on it, and shows the gate's code only to those who joined", () => {
    const [waits, joined] = [row(registration({ state: "waiting" })), row(registration())];
    expect(waits.words).not.toContain("|Joined ");
    expect(waits.html).toContain('aria-label="Leave the waitlist: River clean-up"');
    // The next event shows its code at once; a later one shows it once it has begun.
    expect([nextUp(registration()), nextUp(registration({ state: "waiting" }))].map(hasCode)).toEqual([true, false]);
    expect([joined, row(underWay())].map(hasCode)).toEqual([false, true]);
  });

  it("cannot be left once it is over, and then shows the member's hours once they are known", () => {
    const over = row(registration({}, -400), true);
    expect(over.html).not.toContain('aria-label="Leave');
    expect(over.words).toContain("|We bring gloves.|");
    const came = row(registration({ hours: 2 }, -400), true).words;
    expect(came).toContain("2 hours");
    expect(came).not.toContain("We bring gloves.");
  });

  it("begins its last line with the waitlist, or the hours, and otherwise the number of people", () => {
    expect(row(registration({ state: "waiting" })).words).toMatch(
      /\|On the waitlist since [^|]+\| · \|1 participant\|/,
    );
    expect(row(registration()).words).toMatch(/\|1 participant\| · \|Joined [^|]+\| · \|We bring gloves/);
    expect(row(registration({ hours: 2 }, -400), true).words).toMatch(/\|You came · 2 hours\| · \|1 participant\|/);
  });

  it("says that it is canceled", () => {
    expect(row(registration({ status: "cancelled" })).words).toMatch(/\|[^|]*cancell?ed[^|]*\|/i);
    expect(row(registration()).words).not.toMatch(/cancell?ed/i);
  });
});

const hasCode = ({ words }: { words: string }) => /\|[^|]*code[^|]*\|/i.test(words);

/** A registration for an event that began half an hour ago. */
function underWay() {
  const [begin, end] = [-1, 3].map((half) => new Date(Date.now() + half * 1_800_000).toISOString());
  return registration({ eventDate: begin!, eventEnd: end! });
}
