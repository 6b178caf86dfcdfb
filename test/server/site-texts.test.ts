import { rmSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { newData } from "../setup/data.ts";
import { startServer, type RunningServer } from "../setup/server.ts";

let folder: string;
let site: RunningServer | undefined;
afterEach(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The home page of a site, requested until it is cached: its text and its links. */
async function homeOf(variables: Record<string, string>) {
  folder = await newData("site-texts");
  site = await startServer({ DATA_DIR: folder, DEMO: "off", ...variables });
  const pages = [];
  for (let times = 0; times < 4; times++) pages.push(await (await fetch(`${site.address}/?n=${times}`)).text());
  const [words] = new Set(pages.map((html) => wordsOf(html)));
  expect(new Set(pages.map((html) => wordsOf(html))).size).toBe(1);
  return { words: words ?? "", html: pages[0] ?? "" };
}

const wordsOf = (html: string) =>
  html
    .replace(/<(script|style|head)\b[^]*?<\/\1>/g, "")
    .replace(/<wbr\/?>/g, "")
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
const ours = ["123 Example Street, Your Town", "+00 000 000 000", "hello@goodturn.example", "© 2024 Goodturn"];
const numbers = ["10K+ members", "500+ events", "50+ cities"];
const networks = ["Facebook", "Instagram", "LinkedIn", "YouTube"];

// Each test starts a server, which takes long on a busy machine.
const patience = 180_000;

describe("the footer and the home page", () => {
  it(
    "have the specification's examples by default",
    async () => {
      const { words, html } = await homeOf({});
      for (const text of [...ours, ...numbers, ...networks]) expect(words).toContain(text);
      expect(html).toContain('href="https://www.linkedin.com/"');
    },
    patience,
  );

  it(
    "have the host's own texts if set",
    async () => {
      const { words, html } = await homeOf({
        SITE_POSTAL_ADDRESS: "Rathausplatz 1 <Münster>",
        SITE_PHONE: "+49 251 000000",
        SITE_EMAIL: "ehrenamt@city.example",
        SITE_YEAR: "2026",
        SITE_SOCIAL: "Mastodon https://social.example/@city",
        SITE_MEMBERS: "3,400",
        SITE_EVENTS: "120",
        SITE_CITIES: "1",
      });
      for (const text of [
        "Rathausplatz 1 &lt;Münster&gt;",
        "+49 251 000000",
        "ehrenamt@city.example",
        "© 2026 Goodturn",
      ])
        expect(words).toContain(text);
      for (const text of ["3,400 members", "120 events", "1 cities", "Mastodon"]) expect(words).toContain(text);
      expect(html).toContain('href="https://social.example/@city"');
      for (const text of [...ours, ...numbers, ...networks]) expect(words).not.toContain(text);
    },
    patience,
  );

  it(
    "leave out empty texts, together with their surroundings",
    async () => {
      const names = ["POSTAL_ADDRESS", "PHONE", "EMAIL", "YEAR", "SOCIAL", "MEMBERS", "EVENTS", "CITIES"];
      const { words, html } = await homeOf(Object.fromEntries(names.map((name) => [`SITE_${name}`, ""])));
      for (const text of [...ours, ...numbers, ...networks, "© "]) expect(words).not.toContain(text);
      expect(html).not.toMatch(/<address|aria-label="Follow us"|class="numbers"/);
      expect(words).toContain("Your data is secure");
    },
    patience,
  );
});
