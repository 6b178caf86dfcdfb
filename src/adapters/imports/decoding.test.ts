import { describe, expect, it } from "vitest";
import { calendarWith } from "#test/web.ts";
import { decoded } from "./decoding.ts";
import { readText } from "./reading.ts";

const words = "Märchenstunde für Große";
const calendar = calendarWith("tales@example.org", new Date("2026-12-21T10:00:00Z")).replace("Reading hour", words);
const setting = { now: new Date("2026-11-20T12:00:00Z"), timeZone: "UTC", address: null };
const titleIn = (bytes: Uint8Array) => readText(bytes, setting).events[0]?.title;
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
const mark = (bytes: number[], text: Buffer) => Buffer.concat([Buffer.from(bytes), text]);

describe("decoded", () => {
  it("detects UTF-16 in both byte orders, with and without a byte order mark", () => {
    const wide = Buffer.from(calendar, "utf16le");
    expect(titleIn(mark([0xff, 0xfe], wide))).toBe(words);
    expect(titleIn(mark([0xfe, 0xff], swapped(wide)))).toBe(words);
    expect([titleIn(wide), titleIn(swapped(wide))]).toEqual([words, words]);
  });

  it("reads lines that are not UTF-8 as western letters, and tolerates a broken letter", () => {
    expect(titleIn(Buffer.from(calendar, "latin1"))).toBe(words);
    expect(titleIn(mark([0xef, 0xbb, 0xbf], Buffer.from(calendar)))).toBe(words);
    // Two programs wrote this file.
    const [before = "", after = ""] = calendar.split("LOCATION:Library");
    const mixed = Buffer.concat([Buffer.from(before), Buffer.from("LOCATION:B\xfcro", "latin1"), Buffer.from(after)]);
    expect(readText(mixed, setting).events).toMatchObject([{ title: words, location: "Büro" }]);
    expect(decoded(mark([...Buffer.from("für Große ")], Buffer.from([0xc3])))).toBe("für Große \ufffd");
    // Windows-1252 has quotation marks where ISO 8859-1 has control characters.
    expect(decoded(Buffer.from([0x93, 0x61, 0x94]))).toBe("“a”");
  });

  it("uses the declared encoding if the bytes allow it, and otherwise the one that they show", () => {
    const cyrillic = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
    expect(decoded(cyrillic, "text/calendar; charset=windows-1251")).toBe("Привет");
    expect(decoded(Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67]), "text/calendar; charset=Shift_JIS")).toBe(
      "テスト",
    );
    expect(decoded(Buffer.from(words), "text/calendar; charset=iso-8859-1")).toBe(words);
    // These bytes are valid ASCII in a reader without this encoding.
    const escaped = Buffer.from([0x1b, 0x24, 0x42, 0x25, 0x46, 0x25, 0x39, 0x25, 0x48, 0x1b, 0x28, 0x42]);
    expect(decoded(escaped, "text/calendar; charset=iso-2022-jp")).toBe("テスト");
    for (const unknown of ["x-nothing", "utf-16", "utf-8"])
      expect(decoded(Buffer.from(words), `text/calendar; charset=${unknown}`)).toBe(words);
    const page = Buffer.concat([Buffer.from('<meta charset="windows-1251"><p>'), cyrillic]);
    expect(decoded(page)).toMatch(/Привет$/);
  });

  it("reads a letter that is split by a line fold, at any of its bytes", () => {
    const bytes = Buffer.from(calendar.replace(words, "Übung 🎉 ok"));
    const begin = bytes.indexOf("SUMMARY:") + 8;
    for (let at = begin; at < bytes.indexOf("ok", begin); at++) {
      for (const fold of ["\r\n ", "\n\t", "\r "]) {
        const folded = Buffer.concat([bytes.subarray(0, at), Buffer.from(fold), bytes.subarray(at)]);
        expect([at, fold, titleIn(folded)]).toEqual([at, fold, "Übung 🎉 ok"]);
      }
    }
    // Only calendars fold lines.
    expect(decoded(Buffer.from("<p>a\n b"))).toBe("<p>a\n b");
  });

  it("reads lines that end with a lone CR, with CR CR LF, or with mixed ends", () => {
    for (const end of ["\r", "\n", "\r\r\n"])
      expect(titleIn(Buffer.from(calendar.replaceAll("\r\n", end)))).toBe(words);
    const ends = ["\r", "\n", "\r\n"];
    let at = 0;
    expect(titleIn(Buffer.from(calendar.replaceAll("\r\n", () => ends[at++ % 3]!)))).toBe(words);
  });
});
