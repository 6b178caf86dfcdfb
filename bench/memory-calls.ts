import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import type { Database } from "#db/schema.server.ts";
import { type Person, signedIn } from "../test/setup/crowd.ts";
import { callsOf } from "./city-calls.ts";

/** A request; with an `input` it is a change. */
type Call = { method: string; path: string; token?: string; input?: object };
/** `next` makes the next call of this kind; `share` is the kind's percentage of all calls. */
type Kind = { share: number; next: () => Call[] };

/** The numbers of events and members to choose from. */
const [eventsDrawn, membersDrawn] = [2000, 200];

const words = ["tree", "river", "food", "harbor", "library", "cleanup", "ki", "lak", "c", "47", "libary", "qqqq"];
const kept = ["/", "/upcoming-events", "/community", "/api/events", "/aboutUs", "/robots.txt"];
const encodings = ["gzip", "br", "identity"];

/**
 * All kinds of calls to a site with a city: lists with each filter and search, pages of many events, feeds, pictures,
 * the sitemap, members' own pages, and members who join and leave.
 */
export async function kindsOf(db: Database, size: number): Promise<Kind[]> {
  const calls = await callsOf(db, size);
  const events = await someEvents(db);
  const people = await somePeople(db);
  const of = (isMeant: (path: string) => boolean, isOpen = true) =>
    calls.filter(({ path, token }) => isMeant(path) && (token === undefined) === isOpen);
  const lists = of((path) => /^\/upcoming-events|^\/api\/events\?/.test(path));
  const feeds = of((path) => /feeds|calendar|sitemap/.test(path));
  const rest = of((path) => !/^\/upcoming-events|^\/api\/events\?|feeds|calendar|sitemap/.test(path));
  const members = of(() => true, false);
  return [
    { share: 20, next: () => get(anyOf([...kept, `/view-event/${events[0]}`, `/api/view-event/${events[0]}`])) },
    { share: 13, next: () => get(anyOf(lists).path) },
    { share: 13, next: () => get(fresh(anyOf(lists).path)) },
    { share: 5, next: () => get(fresh(`/api/events?search=${anyOf(words)}&near=Porto`)) },
    { share: 16, next: () => get(`${anyOf(["/view-event", "/api/view-event"])}/${anyOf(events)}`) },
    { share: 4, next: () => get(fresh(anyOf(rest).path)) },
    { share: 2, next: () => get(anyOf(feeds).path) },
    { share: 2, next: () => get(fresh(anyOf(feeds).path)) },
    { share: 3, next: () => get(`/view-event/${anyOf(events)}/${anyOf(["picture.png", "qr.svg"])}`) },
    { share: 3, next: () => get(`/nowhere/${randomUUID()}`) },
    {
      share: 5,
      next: () => {
        const { path, token } = anyOf(members);
        return get(path, token);
      },
    },
    { share: 5, next: () => get(anyOf(["/api/joined-events", "/api/myEvents", "/api/account"]), anyOf(people).token) },
    { share: 10, next: () => joinAndLeave(anyOf(events), anyOf(people)) },
  ];
}

const get = (path: string, token?: string): Call[] => [{ method: "GET", path, ...(token && { token }) }];

/** An address that was not used before, so that it has no cached answer. */
const fresh = (path: string) => `${path}${path.includes("?") ? "&" : "?"}n=${randomUUID()}`;

const joinAndLeave = (eventId: string, { token }: Person): Call[] => [
  { method: "POST", path: "/api/join-event", token, input: { eventId } },
  { method: "DELETE", path: `/api/join-event/${eventId}`, token },
];

async function someEvents(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("events")
    .where("event_date", ">", new Date(Date.now() + 3_600_000))
    .where("cancelled_at", "is", null)
    .where("is_draft", "=", false)
    .orderBy("event_date")
    .limit(eventsDrawn)
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

async function somePeople(db: Database): Promise<Person[]> {
  const members = await db.selectFrom("members").orderBy("id").limit(membersDrawn).select(["id", "email"]).execute();
  return signedIn(db, members);
}

/** Makes calls over that many permanent connections. */
export function createCaller(address: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let answers = 0;

  /** Repeatedly makes a call of a random kind, by its share. */
  async function askOne(kinds: readonly Kind[]): Promise<void> {
    let drawn = Math.random() * kinds.reduce((sum, { share }) => sum + share, 0);
    const kind = kinds.find(({ share }) => (drawn -= share) < 0);
    for (const call of kind?.next() ?? []) await send(call);
  }

  function send({ method, path, token, input }: Call): Promise<void> {
    const headers = {
      "accept-encoding": anyOf(encodings),
      ...(input && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    return new Promise((resolve, reject) => {
      const asked = request(address + path, { method, agent, headers }, (answer) => {
        const { statusCode = 0 } = answer;
        // Requests for pictures are refused while too many are waiting, and so is every request on an overloaded
        // machine.
        if (statusCode >= 500 && statusCode !== 503) reject(new Error(`${method} ${path}: ${statusCode}`));
        if (statusCode < 500) answers++;
        answer
          .resume()
          .on("end", () => resolve())
          .on("error", reject);
      });
      asked.on("error", reject).end(input && JSON.stringify(input));
    });
  }

  return { askOne, answers: () => answers };
}

function anyOf<Thing>(things: readonly Thing[]): Thing {
  return things[Math.floor(Math.random() * things.length)]!;
}
