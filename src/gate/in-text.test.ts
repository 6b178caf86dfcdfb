import { describe, expect, it } from "vitest";
import { inText } from "./in-text.ts";

describe("inText", () => {
  it("isolates a name written from the right, and leaves others unchanged", () => {
    expect(["فاطمة ب.", "יעל כ."].map(inText)).toEqual(["\u2068فاطمة ب.\u2069", "\u2068יעל כ.\u2069"]);
    expect(["Joana M.", "Łukasz", "नीलम क.", "王 芳"].map(inText)).toEqual(["Joana M.", "Łukasz", "नीलम क.", "王 芳"]);
  });
});
