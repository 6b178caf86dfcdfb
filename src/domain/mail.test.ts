import { describe, expect, it } from "vitest";
import { asText, type Letter } from "./mail.ts";

const plain: Letter = {
  to: "amina@example.org",
  subject: "A place:\r\n Tea & <b>cake</b>",
  heading: "A place",
  paragraphs: ["Hello “Amina” <b>,", "See you."],
  reason: "You asked for it.",
};

describe("asText", () => {
  it("contains all parts of a letter, in order, with each address on a line of its own", () => {
    const { text } = asText({
      ...plain,
      facts: [
        { label: "When", text: "Sunday" },
        { label: "Where", text: "Cox's Bazar" },
      ],
      actions: [
        { label: "Take", address: "https://goodturn.example/#take&now" },
        { label: "Decline", address: "https://goodturn.example/#decline" },
      ],
      afterwards: ["Answer if you like."],
      stop: { label: "No more", page: "https://goodturn.example/mails", call: "https://call.example" },
    });
    expect(text).toBe(
      [
        "A place\n\nHello “Amina” <b>,\n\nSee you.",
        "When: Sunday\nWhere: Cox's Bazar",
        "Take:\nhttps://goodturn.example/#take&now\n\nDecline:\nhttps://goodturn.example/#decline",
        "Answer if you like.",
        "-- \nGoodturn\nYou asked for it.\nNo more:\nhttps://goodturn.example/mails\n",
      ].join("\n\n"),
    );
  });

  it("leaves out parts that a letter does not have, and keeps the subject on one line", () => {
    expect(asText(plain)).toEqual({
      subject: "A place: Tea & <b>cake</b>",
      text: "A place\n\nHello “Amina” <b>,\n\nSee you.\n\n-- \nGoodturn\nYou asked for it.\n",
    });
  });
});
