import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newData } from "../setup/data.ts";
import { startServer, type RunningServer } from "../setup/server.ts";

// Pages as HTML, for tests that neither press nor measure anything.

const folders: string[] = [];
/** A site with demo events, and a new one without any data. */
let site: RunningServer;
let empty: RunningServer;

async function start(name: string, DEMO: "on" | "off") {
  const folder = await newData(name);
  folders.push(folder);
  return startServer({ DATA_DIR: folder, DEMO });
}

beforeAll(async () => {
  [site, empty] = await Promise.all([start("pages", "on"), start("no-pages", "off")]);
}, 120_000);
afterAll(async () => {
  await Promise.all([site.stop(), empty.stop()]);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const signs: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#x27": "'", amp: "&" };

/** The text of some HTML, as a reader sees it. */
const wordsOf = (html: string) =>
  html
    .replace(/<(script|style|head)\b[^]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&(lt|gt|quot|#x27|amp);/g, (_, sign: string) => signs[sign] ?? "")
    .replace(/\s+/g, " ")
    .trim();

/** The contents of each such element, in their order; nested elements of the same name are not distinguished. */
const partsOf = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>([^]*?)</${tag}>`, "g"))].map(([, inside = ""]) => inside);
const textsOf = (html: string, tag: string) => partsOf(html, tag).map(wordsOf);
/** The part from a heading with these words to the end of its section. */
const sectionOf = (html: string, title: string) =>
  partsOf(html, "section").find((section) => wordsOf(section).startsWith(title)) ?? "";
/** The links of some HTML: their targets, by their words. */
const linksOf = (html: string) =>
  [...html.matchAll(/<a\b([^>]*)>([^]*?)<\/a>/g)].map(([, tag = "", inside = ""]) => ({
    text: /aria-label="([^"]*)"/.exec(tag)?.[1] ?? wordsOf(inside),
    to: /href="([^"]*)"/.exec(tag)?.[1],
    target: /target="([^"]*)"/.exec(tag)?.[1],
    rel: /rel="([^"]*)"/.exec(tag)?.[1],
  }));
const leadsOf = (html: string) => linksOf(html).map(({ text, to }) => [text, to]);

async function pageOf(server: RunningServer, path: string) {
  const answer = await fetch(server.address + path);
  const html = await answer.text();
  return { answer, html, main: partsOf(html, "main")[0] ?? "", footer: partsOf(html, "footer")[0] ?? "" };
}

describe("Home", () => {
  it("has its sections in order, its numbers, features and six activities", async () => {
    const { main } = await pageOf(site, "/");
    expect(textsOf(main, "h2")).toEqual([
      expect.stringMatching(/^(This week|Coming up)$/),
      expect.stringMatching(/^What we did · \w{3}, /),
      "Made for doing, not for scrolling",
      "Latest events",
      "What a good turn looks like",
      "News of good turns",
    ]);
    const hero = partsOf(main, "section")[0] ?? "";
    expect(textsOf(hero, "h1")).toHaveLength(1);
    // The soonest events stand between its buttons and its info cards. 'Explore Events' takes a town.
    expect(partsOf(hero, "form").map(wordsOf)).toEqual([expect.stringMatching(/Explore Events$/)]);
    expect(hero).toContain('action="/upcoming-events"');
    const [create, ...soonest] = leadsOf(hero);
    expect(create).toEqual(["Create Event", "/create-event"]);
    expect(soonest.map(([, to]) => to)).toEqual(Array(3).fill(expect.stringMatching(/^\/view-event\//)));
    expect(textsOf(hero, "li").slice(3)).toEqual([
      expect.stringMatching(/^10K\+ members/),
      expect.stringMatching(/^500\+ events/),
      expect.stringMatching(/^50\+ cities/),
    ]);
    expect(textsOf(sectionOf(main, "Made for doing"), "h3")).toEqual([
      "Event Discovery",
      "Easy Volunteering",
      "Sustainability Focus",
    ]);
    expect(partsOf(sectionOf(main, "Latest events"), "article")).toHaveLength(6);
    const activities = partsOf(sectionOf(main, "What a good turn looks like"), "figure");
    expect(activities).toHaveLength(6);
    for (const activity of activities) {
      expect(textsOf(activity, "h3")).toEqual([expect.stringMatching(/\w/)]);
      expect(wordsOf(activity)).toMatch(/, \p{L}+.*\d+ participants$/u);
      const picture = await fetch(site.address + /<img[^>]* src="([^"]+)"/.exec(activity)?.[1]);
      expect([picture.status, picture.headers.get("content-type")]).toEqual([
        200,
        expect.stringMatching(/^image\/svg/),
      ]);
    }
    expect(textsOf(sectionOf(main, "News of good turns"), "label")).toContain("Your e-mail address");
  });

  it("says on a new site that there are no events", async () => {
    const { main } = await pageOf(empty, "/");
    const latest = sectionOf(main, "Latest events");
    expect(wordsOf(latest)).toContain("No events found No events right now.");
    expect(leadsOf(latest)).toEqual([["View All", "/upcoming-events"]]);
    expect(wordsOf((await pageOf(site, "/")).main)).not.toContain("No events");
  });
});

describe("a new site", () => {
  it.each([
    ["/upcoming-events", "0 events in total"],
    ["/upcoming-events", "No events match your selection right now."],
    ["/community", "No communities yet"],
  ])("is empty at %s: %s", async (path, words) => {
    expect(wordsOf((await pageOf(empty, path)).main)).toContain(words);
    expect(wordsOf((await pageOf(site, path)).main)).not.toContain(words);
  });

  it("has Google's button for visitors, and its stand-in only with demo content", async () => {
    const discovery = "/api/auth/stand-in/.well-known/openid-configuration";
    const found = await Promise.all(
      [site, empty].map(async (server) => [
        textsOf((await pageOf(server, "/register")).main, "button").filter((button) => button.includes("Google")),
        (await fetch(server.address + discovery)).status,
      ]),
    );
    expect(found).toEqual([
      [["Register with Google"], 200],
      [["Register with Google"], 404],
    ]);
  });
});

describe("every page", () => {
  it("has a footer with links to all pages, and says who we are", async () => {
    const { footer } = await pageOf(site, "/aboutUs");
    expect(leadsOf(footer)).toEqual([
      ["Discover Events", "/upcoming-events"],
      ["Create Event", "/create-event"],
      ["Manage Events", "/manage-events"],
      ["Join Event", "/joined-events"],
      ["About Us", "/aboutUs"],
      ["Community", "/community"],
      ["Help Center", "/contact"],
      ["Contact Support", "/contact"],
      ["Community Guidelines", "/guideline"],
      ["Privacy", "/privacy"],
      ...["Facebook", "Instagram", "LinkedIn", "YouTube"].map((name) => [
        `${name}, opens in a new tab`,
        `https://www.${name.toLowerCase()}.com/`,
      ]),
    ]);
    for (const { target, rel } of linksOf(footer).slice(-4)) {
      expect([target, rel]).toEqual(["_blank", expect.stringContaining("noopener")]);
    }
    const words = wordsOf(footer.replaceAll("<wbr/>", "").replaceAll("<!-- -->", ""));
    for (const text of [
      "Neighbors who turn up for each other.",
      "123 Example Street, Your Town",
      "+00 000 000 000",
      "hello@goodturn.example",
      "© 2024 Goodturn. All rights reserved.",
      "Your data is secure",
      "Accessibility friendly",
    ]) {
      expect(words).toContain(text);
    }
    for (const path of ["/", "/upcoming-events", "/login", "/manage-events", "/nowhere"]) {
      expect([path, leadsOf((await pageOf(site, path)).footer)]).toEqual([path, leadsOf(footer)]);
    }
  });

  it("leads on: About to registering; the guideline has eight rules; the full privacy text is folded", async () => {
    expect(leadsOf((await pageOf(site, "/aboutUs")).main)).toContainEqual(["Get Started", "/register"]);
    const guideline = await pageOf(site, "/guideline");
    expect(textsOf(guideline.main, "h1")).toEqual(["How to use Goodturn"]);
    expect(partsOf(guideline.main, "li")).toHaveLength(8);
    const { main } = await pageOf(site, "/privacy");
    const fold = /<details[^>]*>(?:(?!<\/details>)[^])*You can show that an address is yours[^]*?<\/details>/.exec(
      main,
    );
    expect(fold?.[0]).toMatch(/^<details(?![^>]*\bopen\b)/);
    expect(wordsOf(partsOf(fold?.[0] ?? "", "summary")[0] ?? "")).toContain("Codes and links that we e-mail you");
    expect(wordsOf(main)).toContain("Until you use them, and a day at most");
  });
});

describe("an event's page", () => {
  it("has metadata for shared links and for search engines", async () => {
    const [first] = (await (await fetch(`${site.address}/api/events?limit=1`)).json()) as { _id: string }[];
    const url = `${site.address}/view-event/${first?._id}`;
    const { html, main } = await pageOf(site, `/view-event/${first?._id}`);
    const [title] = textsOf(main, "h1");
    const tag = (name: string, mark: string) => new RegExp(`<${name}[^>]*${mark}[^>]*>`).exec(html)?.[0];
    expect(tag("link", 'rel="canonical"')).toContain(`href="${url}"`);
    expect(tag("meta", 'property="og:url"')).toContain(`content="${url}"`);
    expect(tag("meta", 'property="og:title"')).toContain(`content="${title} · `);
    const data = /<script type="application\/ld\+json"[^>]*>([^]*?)<\/script>/.exec(html)?.[1] ?? "{}";
    expect(JSON.parse(data)).toMatchObject({ "@type": "Event", name: title, url });
    const sitemap = await (await fetch(`${site.address}/sitemap.xml`)).text();
    expect(sitemap).toContain(`<loc>${url}</loc>`);
    expect(await (await fetch(`${site.address}/robots.txt`)).text()).toContain("/sitemap.xml");
  });

  it("shows typed quotes and markup as text, everywhere in the page", async () => {
    const location = `"Quay" & <script>document.title='broken'</script> O'Neill's`;
    const id = await haveEvent({ location });
    const { html, main } = await pageOf(site, `/view-event/${id}`);
    expect(wordsOf(main)).toContain(location);
    expect(wordsOf((await pageOf(site, `/upcoming-events?search=${encodeURIComponent("O'Neill's")}`)).main)).toContain(
      location,
    );
    // Also checks the data for hydration and for search engines.
    expect(html.match(/document\.title/g)?.length).toBeGreaterThan(2);
    expect(html).not.toMatch(/<script>document\.title|'broken'<\/script>/);
  });
});

/** Makes an event of a new organizer. @returns its id */
async function haveEvent(values: object): Promise<string> {
  const { address } = site;
  const send = async (path: string, json: object, headers: Record<string, string>) => {
    const answer = await fetch(`${address}/api/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: address, ...headers },
      body: JSON.stringify(json),
    });
    expect(answer.status, path).toBe(200);
    return answer;
  };
  const person = { name: "Quinn", email: "quinn@demo.example", password: "Planting4all", image: "/avatars/Q-1.svg" };
  const registered = await send("auth/sign-up/email", person, {});
  const cookie = registered.headers.getSetCookie().map((set) => set.split(";")[0]);
  const asked = await fetch(`${address}/api/auth/token`, { headers: { cookie: cookie.join("; ") } });
  const { token } = (await asked.json()) as { token: string };
  const event = {
    title: "Quay clean-up",
    eventType: "cleanup",
    location: "Ovar",
    eventDate: new Date(Date.now() + 3_600_000).toISOString(),
    maxParticipant: "3",
    thumbnailUrl: "/scenes/cleanup.svg",
    description: "Bring gloves.",
    ...values,
  };
  const answer = await send("add-event", event, { authorization: `Bearer ${token}` });
  return ((await answer.json()) as { insertedId: string }).insertedId;
}
