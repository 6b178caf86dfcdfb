import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { Event } from "#domain/events/shapes.ts";
import { ParticipantsCard, type Stage } from "./participants-card.tsx";

/** The fields of an event that the card reads. */
const event = (counts: Partial<Event>) =>
  ({
    _id: "1",
    eventEnd: "2026-11-28T12:00:00Z",
    timeZone: "Europe/Lisbon",
    participant: 0,
    waitlisted: 0,
    held: 0,
    passed: 0,
    capacity: 5,
    maxParticipant: "up to 5",
    ...counts,
  }) as Event;

const rendered = (counts: Partial<Event>, stage: Stage = "open", own = 0, waits = 0) =>
  renderToStaticMarkup(
    createElement(() => ParticipantsCard({ event: event(counts), stage, own, waits, faces: "Faces", children: null })),
  );
const drawings = { taken: "veined", own: "veined", held: "leaf", free: "leaf" };
/** Counts the leaves of each kind. */
const leaves = (html: string) =>
  Object.fromEntries(
    Object.entries(drawings).map(([kind, drawing]) => [
      kind,
      html.match(new RegExp(`<use href="#${drawing}" class="${kind}\\b`, "g"))?.length ?? 0,
    ]),
  );

describe("ParticipantsCard", () => {
  it("draws each spot as a leaf: taken, the reader's own, held for an offer, or free", () => {
    const html = rendered({ participant: 3, held: 1, waitlisted: 1 }, "open", 2);
    // A growing leaf gets its place on the branch from the group around it.
    expect(html).toMatch(/<g transform="translate[^"]*"><use href="#veined" class="own" style/);
    expect(leaves(html)).toEqual({
      taken: 1,
      own: 2,
      held: 1,
      free: 1,
    });
    expect(leaves(rendered({}))).toEqual({ taken: 0, own: 0, held: 0, free: 5 });
    expect(leaves(rendered({ participant: 5 }))).toEqual({ taken: 5, own: 0, held: 0, free: 0 });
  });

  it("draws at most forty leaves, as shares, and no branch without a limit", () => {
    expect(leaves(rendered({ capacity: 40 })).free).toBe(40);
    expect(leaves(rendered({ capacity: 41 })).free).toBe(40);
    const ofMany = (participant: number, held = 0, own = 0) =>
      Object.values(leaves(rendered({ capacity: 120, participant, held }, "open", own)));
    expect(ofMany(60, 30, 15)).toEqual([15, 5, 10, 10]);
    // Each kind has at least one leaf, and only the last spot takes the last leaf.
    expect(ofMany(1, 1, 1)).toEqual([0, 1, 1, 38]);
    expect(ofMany(119)).toEqual([39, 0, 0, 1]);
    expect(ofMany(118, 1)).toEqual([38, 0, 1, 1]);
    expect(ofMany(119, 1)).toEqual([39, 0, 1, 0]);
    expect(ofMany(120)).toEqual([40, 0, 0, 0]);
    expect(ofMany(121)).toEqual([40, 0, 0, 0]);
    expect(rendered({ capacity: null, participant: 7, maxParticipant: "No limit" })).not.toContain("progressbar");
  });

  it("is a progress bar for screen readers, never above its maximum", () => {
    expect(rendered({ participant: 2 })).toMatch(/role="progressbar"[^>]*aria-valuenow="2" aria-valuemax="5"/);
    expect(rendered({ participant: 7 })).toMatch(/aria-valuenow="5" aria-valuemax="5"/);
  });

  it("counts each spot and each person once, also those with an offer", () => {
    const offered = rendered({ participant: 2, held: 3, waitlisted: 7 });
    expect(offered).toMatch(/2 taken, 3 held for the waitlist<.*>4 more people are waiting\.</);
    expect(offered).not.toContain("more spots");
    expect(rendered({ participant: 5, waitlisted: 4 }, "open", 0, 2)).toContain(">2 more people are waiting.<");
    expect(rendered({ participant: 5, waitlisted: 2 }, "open", 0, 2)).not.toContain("waiting");
    expect(rendered({ participant: 2, held: 3, waitlisted: 3 })).not.toContain("waiting");
    expect(rendered({ participant: 2, held: 1, waitlisted: 1 })).toMatch(
      /2 spots remaining<.*>1 more spot is held for the waitlist\.</,
    );
  });

  it("shows the spots left while the event is open, its end while it is under way, and only the number of people when it is over", () => {
    expect(rendered({ participant: 4 })).toContain("1 spot remaining");
    expect(rendered({ participant: 5, waitlisted: 2 })).toMatch(/Every spot is taken<.*>2 more people are waiting\./);
    expect(rendered({ participant: 3, waitlisted: 1, held: 0 })).toMatch(
      /2 spots remaining<.*kept for the waitlist\. 1 more person/,
    );
    const begun = rendered({ participant: 4 }, "under_way");
    expect(begun).toContain("Under way until 12:00 PM");
    expect(begun).toContain("1 spot remaining");
    const over = rendered({ participant: 4 }, "closed");
    expect(over).toMatch(/4 had joined<.*Faces/);
    expect(begun).not.toContain("Faces");
    expect(over).not.toMatch(/remaining|Maximum|progressbar|leaf/);
  });
});
