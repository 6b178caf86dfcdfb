import { describe, expect, it } from "vitest";

import { moreAnswer, spotsAnswer, whenAnswer, whereAnswer } from "./event-answers.ts";

describe("the answers of an event that is typed", () => {
  it("name the time first, then its day and its zone", () => {
    const answer = whenAnswer({ eventDate: "2026-11-29", eventTime: "13:30", duration: "120" }, "Europe/Lisbon");
    expect(answer?.text).toBe("1:30 – 3:30 PM");
    expect(answer?.more).toBe("Sun, Nov 29, 2026 · Lisbon time");
    expect(whenAnswer({ eventTime: "13:30" }, "Europe/Lisbon")).toBeNull();
  });

  it("name the place, its town and its pin, or that no town is chosen", () => {
    const location = "Jardim do Morro";
    expect(whereAnswer({ location, town: "2735943 PT Porto", point: "41.1,-8.6" })?.more).toBe(
      "Porto, Portugal · pin set",
    );
    expect(whereAnswer({ location })?.more).toBe("no town chosen");
    expect(whereAnswer({ location: " " })).toBeNull();
  });

  it("count the spots, and promise a waitlist only where they have a limit", () => {
    expect(spotsAnswer({ maxParticipant: "up to 20" })).toEqual({ text: "20 spots", more: "then a waitlist" });
    expect(spotsAnswer({ maxParticipant: "No limit" })?.more).not.toContain("waitlist");
    expect(spotsAnswer({})).toBeNull();
  });

  it("sum up the values behind 'More', and leave out what is open", () => {
    expect(moreAnswer({})).toBe("no phone numbers");
    expect(moreAnswer({ asksPhone: "yes", whatToBring: "a spoon\na bowl", effort: "light", languages: "pt" })).toBe(
      "asks for phone numbers · bring a spoon, a bowl · Effort: Light · Portuguese",
    );
  });
});
