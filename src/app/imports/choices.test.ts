import { describe, expect, it } from "vitest";
import { ImportInput } from "#domain/imports/shapes.ts";
import type { FoundEvent } from "#domain/imports/shapes.ts";
import {
  canChoose,
  changeAll,
  chosenOf,
  commonOf,
  eventOf,
  firstChoices,
  homelessOf,
  newOf,
  sourceOf,
} from "./choices.ts";

const found = (uid: string, more: Partial<FoundEvent> = {}): FoundEvent => ({
  uid,
  title: "Reading hour",
  eventType: "education",
  location: "Library",
  point: { lat: 41.15, lon: -8.61 },
  eventDate: "2026-11-28T09:30:00.000Z",
  eventEnd: "2026-11-28T10:30:00.000Z",
  timeZone: "UTC",
  maxParticipant: "No limit",
  description: "We read aloud.",
  notes: [],
  known: null,
  ...more,
});
type Known = NonNullable<FoundEvent["known"]>;
const known = (state: Known["state"]): Known => {
  const { title, location, eventDate, eventEnd, timeZone } = found("known");
  return { eventId: "", title, location, eventDate, eventEnd, timeZone, state, changes: [], kept: [] };
};

const fresh = found("new");
const secret = found("private", { notes: ["private"] });
const changed = found("changed", { known: known("changed") });
const same = found("same", { known: known("same") });
const all = [fresh, secret, changed, same];
const choices = firstChoices(all);

describe("the choice of events", () => {
  it("starts with the events that are new or changed and not private there; no others can be chosen", () => {
    expect(chosenOf(all, choices)).toEqual([fresh, changed]);
    expect(
      (["same", "cancelled", "handed_over", "under_review"] as const).map((state) =>
        canChoose(found("", { known: known(state) })),
      ),
    ).toEqual([false, false, false, false]);
    const more = {
      ...choices,
      private: { ...choices["private"]!, isChosen: true },
      same: { ...choices["same"]!, isChosen: true },
    };
    expect(chosenOf(all, more)).toEqual([fresh, secret, changed]);
  });

  it("starts without an event that may have taken another one's name", () => {
    const both = { ...known("changed"), changes: ["title", "when"] } satisfies Known;
    const odd = [found("moved", { known: both }), found("instead", { notes: ["instead"] })];
    const title = found("title", { known: { ...both, changes: ["title", "location"] } });
    const first = firstChoices([...odd, title]);
    expect(chosenOf([...odd, title], first)).toEqual([title]);
    // The organizer sees both events, and may still choose this one.
    expect(odd.map(canChoose)).toEqual([true, true]);
  });

  it("changes all new events at once, and no others", () => {
    expect(commonOf(newOf(all), choices, "eventType")).toBe("education");
    const food = changeAll(newOf(all), choices, { eventType: "food" });
    expect(all.map(({ uid }) => food[uid]?.eventType)).toEqual(["food", "food", "education", "education"]);
    expect(commonOf(all, food, "eventType")).toBe("");
    expect(homelessOf([...all, found("homeless", { location: "" })]).map(({ uid }) => uid)).toEqual(["homeless"]);
  });

  it("is sent with the found data and the typed changes", () => {
    const typed = { ...choices["new"]!, title: "Story hour", eventType: "food" } as const;
    const input = { source: sourceOf(fresh, { address: null }), event: eventOf(fresh, typed) };
    expect(ImportInput.parse(input)).toMatchObject({
      source: { uid: "new", title: "Reading hour", address: null },
      event: { title: "Story hour", thumbnailUrl: "/scenes/food.svg", maxParticipant: "No limit" },
    });
    expect(input.event).not.toHaveProperty("isChosen");
    // A pin belongs to the location it was found with.
    expect([input.event.point, eventOf(fresh, { ...typed, location: "Park" }).point]).toEqual([fresh.point, null]);
  });
});
