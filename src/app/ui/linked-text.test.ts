import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { LinkedText } from "./linked-text.tsx";

const rendered = (text: string) => renderToStaticMarkup(createElement(LinkedText, { text }));
/** The links in a text, with their addresses. */
const linksIn = (text: string) =>
  [...rendered(text).matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href, words]) => [href, words]);
const addresses = (text: string) => linksIn(text).map(([href]) => href);

describe("LinkedText", () => {
  it("links web and mail addresses, and no other words", () => {
    expect(linksIn("See https://example.org/a?b=c#d and write to ana.b+x@mail.example.org today")).toEqual([
      ["https://example.org/a?b=c#d", "https://example.org/a?b=c#d"],
      ["mailto:ana.b+x@mail.example.org", "ana.b+x@mail.example.org"],
    ]);
    expect(linksIn("mailto:ana@example.org or HTTP://EXAMPLE.ORG")).toEqual([
      ["mailto:ana@example.org", "mailto:ana@example.org"],
      ["HTTP://EXAMPLE.ORG", "HTTP://EXAMPLE.ORG"],
    ]);
    const plain = "At 9:30, ask for Rui @ the gate. e.g. and/or 3:2 https:// nothing";
    expect(rendered(plain)).toBe(plain);
  });

  it("leaves out the end of a sentence and the brackets around an address", () => {
    expect(addresses("Go to https://a.example/b. Or (https://a.example/c), or “https://a.example/d”!")).toEqual([
      "https://a.example/b",
      "https://a.example/c",
      "https://a.example/d",
    ]);
    expect(addresses("https://a.example/Soup_(dish)?")).toEqual(["https://a.example/Soup_(dish)"]);
    expect(addresses("Write to ana@example.org.")).toEqual(["mailto:ana@example.org"]);
    expect(rendered("(https://a.example/c), then")).toMatch(/^\(<a .*<\/a>\), then$/);
  });

  it("links only to the web and to mail programs, without a referrer", () => {
    for (const text of [
      "javascript:alert(1)",
      "data:text/html,x",
      "ftp://a.example",
      "//a.example",
      "https://[",
      "x:y@",
    ])
      expect(linksIn(text), text).toEqual([]);
    expect(rendered('https://a.example/"onclick="x')).not.toMatch(/<a[^>]* onclick/);
    expect(rendered("<b>bold</b> https://a.example/<script>")).toContain("&lt;b&gt;bold");
    expect(rendered("https://a.example")).toContain('rel="nofollow ugc noopener noreferrer"');
  });
});
