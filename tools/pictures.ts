import { chromium as browsers, type APIRequestContext, type Browser, type BrowserContext } from "@playwright/test";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, chromiumFlags, withDemoServer } from "./demo-server.ts";

// A picture of each screen, as it is first seen: `docs/screens/<screen>-<width>-<theme>.png`. Always of the same morning, so
// that a picture changes only when its screen does. `npm run pictures -- build/before` writes them elsewhere, to compare.

const folder = process.argv[2] ?? "docs/screens";
const moment = new Date("2026-05-12T09:30:00+01:00");
const place = "Europe/Lisbon";
const day = 86_400_000;

const looks = [
  { width: 375, height: 740, theme: "light" },
  { width: 375, height: 740, theme: "dark" },
  { width: 1280, height: 720, theme: "light" },
  { width: 1280, height: 720, theme: "dark" },
] as const;
/** The dark theme at a desk, for a few: the phone shows it of every screen. */
const darkAtDesk = ["home", "event", "upcoming-events", "manage-events"];

type Screens = Record<string, string>;

const person = { name: "Inês Almeida", email: "ines@demo.example", password: "Planting4all" };

/** The events that she organizes. */
const events = [
  {
    title: "Douro Riverbank Morning",
    eventType: "cleanup",
    location: "Cais de Gaia, Vila Nova de Gaia",
    inDays: 4,
    maxParticipant: "40",
    thumbnail: "cleanup-2",
    description: "We walk both banks between the bridges and fill a boat with what does not belong there.",
  },
  {
    title: "Soup for the Night Shift",
    eventType: "food",
    location: "Rua de Cedofeita 200, Porto",
    inDays: 11,
    maxParticipant: "12",
    thumbnail: "food-2",
    description: "Chop, stir and pour: a pot of caldo verde for the people who keep the city running at night.",
  },
  {
    title: "Oaks for the Hill of Bonfim",
    eventType: "plantation",
    location: "Jardim do Morro, Porto",
    inDays: 25,
    maxParticipant: "up to 60",
    thumbnail: "plantation-3",
    description: "Two hundred young oaks, spades for everyone, and somebody who knows how deep.",
  },
];

const shift = moment.getTime() - Date.now();
const variables = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "shifted-clock.ts")).href}`,
  CLOCK_SHIFT: String(shift),
  TZ: place,
};
await withDemoServer(async (address) => {
  const browser = await browsers.launch({ executablePath: chromium, args: chromiumFlags });
  try {
    mkdirSync(folder, { recursive: true });
    for (const file of readdirSync(folder))
      if (/^[\w-]+-(375|1280)-(light|dark)\.png$/.test(file)) rmSync(join(folder, file));
    const event = await pathOf(address, "Matosinhos Beach Cleanup");
    await photograph(browser, address, async () => ({
      home: "/",
      "upcoming-events": "/upcoming-events",
      event,
      community: "/community",
      about: "/aboutUs",
      guideline: "/guideline",
      contact: "/contact",
      privacy: "/privacy",
      login: "/login",
      register: "/register",
      "forgot-password": "/forgot-password",
      "reset-password": "/reset-password",
      "not-found": "/nowhere",
    }));
    await photograph(browser, address, async ({ request }) => {
      const ownEvent = await beMember(request, address);
      return {
        "create-event": "/create-event",
        "joined-events": "/joined-events",
        "manage-events": "/manage-events",
        participants: `/manage-events/${ownEvent}`,
        account: "/account",
      };
    });
  } finally {
    await browser.close();
  }
}, variables);

/** Takes each of these screens in each look, as one person. */
async function photograph(browser: Browser, address: string, prepare: (context: BrowserContext) => Promise<Screens>) {
  const context = await browser.newContext({
    baseURL: address,
    timezoneId: place,
    locale: "en",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(moment);
  for (const [screen, path] of Object.entries(await prepare(context))) {
    for (const { width, height, theme } of looks) {
      if (width > 375 && theme === "dark" && !darkAtDesk.includes(screen)) continue;
      await page.setViewportSize({ width, height });
      await page.addInitScript((name) => localStorage.setItem("theme", name), theme);
      await page.goto(path, { waitUntil: "networkidle" });
      await page.locator("html[data-session=visitor], html[data-session=member]").waitFor();
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: join(folder, `${screen}-${width}-${theme}.png`) });
    }
  }
  await context.close();
}

/** The path of an event that the demo content has. */
async function pathOf(address: string, title: string): Promise<string> {
  const answer = await fetch(`${address}/api/events?search=${encodeURIComponent(title)}`);
  const [event] = (await answer.json()) as { _id: string }[];
  if (!event) throw new Error(`There is no demo event '${title}'.`);
  return `/view-event/${event._id}`;
}

/**
 * Registers somebody who organizes three events, one of which they have joined with others, and has joined three more, as a
 * program does it. @returns the id of that event
 */
async function beMember(request: APIRequestContext, address: string): Promise<string> {
  const image = `${address}/scenes/community-1.svg`;
  await send(request, "/api/auth/sign-up/email", { ...person, image }, { origin: address });
  const { token } = (await (await request.get("/api/auth/token")).json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const own: string[] = [];
  for (const event of events) {
    const { thumbnail, inDays, ...words } = event;
    const eventDate = new Date(Math.floor(moment.getTime() / day) * day + inDays * day + 9 * 3_600_000).toISOString();
    const thumbnailUrl = `${address}/scenes/${thumbnail}.svg`;
    const answer = await send(
      request,
      "/api/add-event",
      { ...words, eventDate, timeZone: place, thumbnailUrl, email: person.email },
      headers,
    );
    own.push((answer as { insertedId: string }).insertedId);
  }
  const [joined = ""] = own;
  const companions = [
    { name: "Rita", under18: false },
    { name: "Tim", under18: true },
  ];
  await send(request, "/api/join-event", { eventId: joined, companions }, headers);
  for (const title of ["Matosinhos Beach Cleanup", "Winter Coat Collection", "Karura Forest Tree Planting"]) {
    const eventId = (await pathOf(address, title)).split("/").at(-1);
    await send(request, "/api/join-event", { eventId, userEmail: person.email }, headers);
  }
  return joined;
}

async function send(request: APIRequestContext, path: string, data: object, headers: Record<string, string>) {
  const answer = await request.post(path, { data, headers });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as unknown;
}
