import { readFileSync } from "node:fs";
import { RouterContextProvider } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { eventTypes } from "#domain/events/rules.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make, tomorrow, yesterday } from "#test/make.ts";
import { nonce, originOf, showsOnly, visitor } from "../context.ts";
import { loader } from "./embed.tsx";

const origin = "https://goodturn.example";
let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

async function read(query: string) {
  const context = new RouterContextProvider();
  let shown: string[] = [];
  context.set(visitor, make.context());
  context.set(originOf, origin);
  context.set(nonce, "a-nonce");
  context.set(showsOnly, (...topics) => (shown = topics));
  const request = new Request(`${origin}/embed${query}`);
  const answer = await loader({ context, request } as unknown as Parameters<typeof loader>[0]);
  const page = await answer.text();
  const words = page
    .replace(/<head>[^]*<\/head>/, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
  return { status: answer.status, headers: answer.headers, page, words, shown };
}

describe("GET /embed", () => {
  it("shows the requested number of next events, filtered like the list, and links to the whole list", async () => {
    for (let hour = 1; hour <= 8; hour++)
      await make.event({ title: `Soup ${hour}`, eventType: "food", eventDate: new Date(tomorrow().getTime() + hour) });
    await make.event({ title: "River <b>walk</b>", eventDate: new Date(tomorrow().getTime() - 1000) });
    const all = await read("");
    expect(all.status).toBe(200);
    expect(all.words).toContain("River &lt;b&gt;walk&lt;/b&gt;");
    expect(all.page.match(/<li>/g)).toHaveLength(6);
    expect(all.words).toContain("See all 9 events");
    const food = await read("?category=food&count=2");
    expect(food.page.match(/<li>/g)).toHaveLength(2);
    expect(food.words).toMatch(/Upcoming Events in Food Donation .*Soup 1 .*Soup 2 .*See all 8 events/);
    expect(food.page).toContain(`href="${origin}/upcoming-events?category=food"`);
    const whole = await read("?count=999");
    expect(whole.page.match(/<li>/g)).toHaveLength(9);
    expect(whole.words).toContain("All events on Goodturn");
    expect(whole.page).toContain(`href="${origin}/upcoming-events"`);
    // The events share the height of their frame, in two columns if it is wide.
    expect([food, whole].map(({ page }) => /--rows:\d+;--pairs:\d+/.exec(page)?.[0])).toEqual([
      "--rows:2;--pairs:1",
      "--rows:9;--pairs:5",
    ]);
    expect([food, whole].map(({ page }) => page.includes('<ul class="many">'))).toEqual([true, true]);
    expect((await read("?count=1")).page).not.toContain(`<ul class="many">`);
    expect(whole.words).not.toMatch(/See all|See this/);
    for (const count of ["0", "-1", "many", "1.5"])
      expect([count, (await read(`?count=${count}`)).page.match(/<li>/g)?.length]).toEqual([count, 6]);
  });

  it("adds the year to dates outside of this year", async () => {
    const now = new Date();
    await make.event({ title: "Now", eventDate: now });
    const year = now.getUTCFullYear() + 2;
    await make.event({ title: "Far", eventDate: new Date(Date.UTC(year, 5, 9, 12)) });
    const { words } = await read("");
    expect(words).toMatch(new RegExp(`9 Jun ${year} Far`));
    expect(words).toMatch(/ \d+ [A-Z][a-z]{2} Now /);
  });

  it("splits a location into parts, so that narrow frames can leave out the last ones", async () => {
    const event = await make.event({ location: "Pritzker Park, State Street, Chicago, USA" });
    for (const query of ["", `?event=${event}`]) {
      const { page } = await read(query);
      expect(page).toContain(
        "<span>Pritzker Park</span><span>, State Street</span><span>, Chicago</span><span>, USA</span>",
      );
    }
  });

  it("shows at most twenty events", async () => {
    const organizer = await make.member();
    for (let made = 0; made < 21; made++) await make.event({ organizer });
    expect((await read("?count=21")).page.match(/<li>/g)).toHaveLength(20);
  });

  it("runs no script, can be framed by any site, and opens links outside of the frame", async () => {
    await make.event();
    for (const query of ["", "?search=nothing-of-this", `?event=${await make.event()}`, "?event=none"]) {
      const { page, headers } = await read(query);
      expect(page).not.toMatch(/<script|<form|<button|<input| on\w+=|javascript:/i);
      const links = page.match(/<a [^>]*>/g) ?? [];
      expect(links.length).toBeGreaterThan(1);
      for (const link of links) {
        expect(link).toMatch(/target="_blank" rel="noopener"/);
        expect(link).toContain(`href="${origin}/`);
      }
      const policy = headers.get("content-security-policy");
      expect(policy).toContain("frame-ancestors *");
      expect(policy).toContain("script-src 'none'");
      expect(policy).not.toContain("unsafe");
    }
  });

  it("shows no events for an unknown town", async () => {
    await make.event();
    const { status, words } = await read("?near=Xyzzyville");
    expect([status, words]).toEqual([200, expect.stringContaining("Nothing is planned here right now.")]);
  });

  it("says that nothing was found, with a link to go on", async () => {
    const { words, status } = await read("?search=nothing-of-this");
    expect(status).toBe(200);
    expect(words).toMatch(/that say “nothing-of-this” Nothing is planned here right now\. All events on Goodturn/);
  });

  it("shows one event with its current numbers, and declares which", async () => {
    const id = await make.event({ title: "River walk", maxParticipant: "3" });
    const open = await read(`?event=${id}`);
    expect(open.words).toMatch(/Clean up Drive 3 spots left River walk .*View Event/);
    expect(open.shown).toEqual([id]);
    expect((await read(`?event=${id.toUpperCase()}`)).shown).toEqual([id]);
    const cancelled = await make.event({ cancelReason: "Storm" });
    expect((await read(`?event=${cancelled}`)).words).toMatch(/Clean up Drive Canceled/);
    const over = await make.event({ eventDate: yesterday() });
    expect((await read(`?event=${over}`)).words).toMatch(/This event is over/);
    expect((await read("")).shown).toEqual([]);
  });

  it("shows no draft, hidden or missing event", async () => {
    const draft = await make.event({ title: "Secret plan" });
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
    const hidden = await make.event({ title: "Hidden one" });
    await make.db.updateTable("events").set({ review: "hidden" }).where("id", "=", hidden).execute();
    for (const [id, status] of [
      [draft, 404],
      [hidden, 403],
      ["none", 404],
    ] as const) {
      const found = await read(`?event=${id}`);
      expect([id, found.status]).toEqual([id, status]);
      expect(found.page).not.toMatch(/Secret plan|Hidden one/);
      expect(found.words).toContain("This event is no longer here.");
      expect(found.shown).toEqual([]);
    }
  });

  it("follows the reader's theme, or a fixed one", async () => {
    const isDark = /color-scheme:\s*dark/;
    const auto = (await read("")).page;
    expect(auto).toMatch(/@media \(prefers-color-scheme:dark\)\{[^]*color-scheme:\s*dark/);
    expect(auto).toContain('content="light dark"');
    expect((await read("?theme=light")).page).not.toMatch(isDark);
    const dark = (await read("?theme=dark")).page;
    expect(dark).toMatch(isDark);
    expect(dark).not.toContain("prefers-color-scheme");
    expect((await read("?theme=pink")).page).toBe(auto);
  });

  it("stays below 40 kB uncompressed with twenty events", async () => {
    const organizer = await make.member();
    for (let made = 0; made < 20; made++) await make.event({ organizer, title: "x".repeat(50) });
    const { page } = await read("?count=20");
    expect(page.length).toBeLessThan(40_000);
    expect(
      page.match(/ (?:src|href)="(?!https:\/\/goodturn\.example\/(?:view-event|upcoming-events|"))[^"]*"/g),
    ).toHaveLength(2);
  });
});

const file = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
const tokensIn = (css: string) =>
  new Map([...css.matchAll(/^\s*(--color-[\w-]+): (oklch.*);/gm)].map(([, name, value]) => [name, value]));
const hueIn = (css: string, type: string) => new RegExp(`data-hue="${type}"[^{]*\\{\\s*--hue: (\\d+)`).exec(css)?.[1];

describe("the colors of a frame", () => {
  it("are those of the site, in both themes and for each type", () => {
    const [light = "", dark = ""] = file("app.css")
      .split(/@plugin "daisyui\/theme"/)
      .slice(1)
      .map((part) => part.split("\n}")[0]);
    for (const [ours, theirs] of [
      [tokensIn(file("embeds/embed.css")), tokensIn(light)],
      [tokensIn(file("embeds/embed-dark.css")), tokensIn(dark)],
    ] as const) {
      expect(ours.size).toBeGreaterThan(5);
      for (const [name, value] of ours) expect([name, value]).toEqual([name, theirs.get(name)]);
    }
    for (const type of eventTypes)
      expect([type, hueIn(file("embeds/embed.css"), type)]).toEqual([type, hueIn(file("events/hue.css"), type)]);
  });
});
