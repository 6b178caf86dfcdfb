import { type APIRequestContext, type BrowserContext, chromium, type Page } from "@playwright/test";

import { journeysBrowser } from "#test/setup/browser.ts";
import { chromiumFlags } from "../../tools/demo/demo-server.ts";
import { asThemselves, type Caller, expect, haveEvent, newCaller, newEvent, newPerson, origin } from "./journey.ts";

/** An event with an open gate: it begins in an hour. */
export type GateEvent = { organizer: Caller; eventId: string; address: string };

/** Makes an event joined by parties of six and by single people, and the address that opens its gate on a phone. */
export async function haveGate(parties: number, alone: readonly string[] = []): Promise<GateEvent> {
  const organizer = await newCaller();
  const eventDate = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 3_600_000).toISOString();
  // These are all today, before the events that other journeys search for, so the title avoids 'clean-up'.
  const path = await haveEvent(organizer, newEvent({ max: "500", title: `Gate ${crypto.randomUUID().slice(0, 8)}` }), {
    eventDate,
  });
  const heads = Array.from({ length: parties }, (_, party) => ({
    name: `Head ${letterOf(party)}ov`,
    with: guests(party),
  }));
  await Promise.all(
    [...heads, ...alone.map((name) => ({ name, with: [] }))].map(async (one) => join(one.name, path, one.with)),
  );
  const eventId = path.split("/").at(-1) ?? "";
  const answer = await organizer.request.post(`${origin}/api/gates/${eventId}/keys`, {
    headers: await asThemselves(organizer),
    data: { label: "Bea" },
  });
  expect(answer.status(), "making a key").toBe(200);
  const { key } = (await answer.json()) as { key: { url: string } };
  return { organizer, eventId, address: key.url };
}

/**
 * The cookies of members by name. Registering them takes most of the time of making a gate, so the journeys of a worker
 * share members, but not events.
 */
const members = new Map<string, Promise<string>>();

function memberNamed(name: string): Promise<string> {
  const member = members.get(name) ?? registerAs(name);
  members.set(name, member);
  return member;
}

async function registerAs(name: string): Promise<string> {
  const { photo, email, password } = newPerson(name);
  const answer = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ name, image: photo, email, password }),
  });
  expect(answer.status, "registering").toBe(200);
  return answer.headers
    .getSetCookie()
    .map((set) => set.split(";")[0])
    .join("; ");
}

/** Lets a member of this name join the event of a page, with guests. */
async function join(name: string, path: string, guests: object[]) {
  const headers = { cookie: await memberNamed(name) };
  const { token } = (await (await fetch(`${origin}/api/auth/token`, { headers })).json()) as { token: string };
  const answer = await fetch(`${origin}/api/join-event`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ eventId: path.split("/").at(-1), guests }),
  });
  expect(answer.status, "joining").toBe(200);
}

const guests = (party: number) =>
  ["Ana", "Bo", "Chidi", "Dara", "Emil"].map((name, index) => ({ name: `${name} ${party}`, under18: index === 2 }));

const letterOf = (index: number) => String.fromCharCode(65 + (index % 26));

/** The gate as its organizer sees it. */
export async function gateOf({ organizer, eventId }: GateEvent) {
  const call: APIRequestContext = organizer.request;
  const answer = await call.get(`${origin}/api/gates/${eventId}`, { headers: await asThemselves(organizer) });
  return (await answer.json()) as {
    people: { id: string; name: string; code: string; state: string }[];
    walkIns: { name: string; phone: string | null }[];
    isClosed: boolean;
  };
}

/**
 * Starts a separate phone, which stores its data in this folder: if it is closed and started again, it is the same
 * phone.
 */
export async function startPhone(
  folder: string,
  flags: string[] = [],
  offline = false,
): Promise<[BrowserContext, Page]> {
  const phone = await chromium.launchPersistentContext(folder, {
    executablePath: journeysBrowser,
    args: [...chromiumFlags, ...flags],
    viewport: { width: 375, height: 740 },
    hasTouch: true,
    reducedMotion: "reduce",
    offline,
  });
  return [phone, phone.pages()[0] ?? (await phone.newPage())];
}
