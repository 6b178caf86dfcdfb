import { expect, it } from "vitest";
import { fromEarlierWords } from "./earlier-words.ts";
import { inBothWords } from "./registrations/rules.ts";

it("sends guests under both words, and a party without guests as it is", () => {
  expect(inBothWords({ eventId: "1", guests: [{ name: "Rita" }] })).toEqual({
    eventId: "1",
    guests: [{ name: "Rita" }],
    companions: [{ name: "Rita" }],
  });
  const alone: { eventId: string; guests?: object[] } = { eventId: "1" };
  expect(inBothWords(alone)).toEqual({ eventId: "1" });
});

it("reads companions as guests, and guests before companions", () => {
  expect(fromEarlierWords<object>({ companions: ["Rita"] })).toEqual({ guests: ["Rita"] });
  expect(fromEarlierWords({ guests: ["Tim"], companions: ["Rita"] })).toEqual({ guests: ["Tim"] });
});
