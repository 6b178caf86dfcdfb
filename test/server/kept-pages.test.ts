import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newData } from "../setup/data.ts";
import { freePort, linesIn, startServer, type RunningServer } from "../setup/server.ts";

let folder: string;
let server: RunningServer;
let eventId: string;
let metrics: string;

beforeAll(async () => {
  folder = await newData("kept");
  metrics = `http://127.0.0.1:${await freePort()}/metrics`;
  const { port } = new URL(metrics);
  const proxies = "127.0.0.1,::1";
  server = await startServer({ DATA_DIR: folder, DEMO: "on", TRUSTED_PROXIES: proxies, METRICS_LISTEN_PORT: port });
  const events = (await (await fetch(`${server.address}/api/events?limit=1`)).json()) as { _id: string }[];
  eventId = events[0]?._id ?? "";
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Person = { name: string; email: string; cookie: string; token: string };

/** A new member with a session like a browser's. */
async function person(name: string): Promise<Person> {
  const email = `${name.toLowerCase()}@demo.example`;
  const registered = await send("POST", "/api/auth/sign-up/email", {
    name,
    email,
    password: "Planting4all",
    image: "https://example.org/face.jpg",
  });
  expect(registered.status).toBe(200);
  const cookie = registered.headers
    .getSetCookie()
    .map((set) => set.split(";")[0])
    .join("; ");
  const { token } = (await (await fetch(`${server.address}/api/auth/token`, { headers: { cookie } })).json()) as Person;
  return { name, email, cookie, token };
}

function send(method: string, path: string, json?: unknown, who?: Person): Promise<Response> {
  const headers = {
    "content-type": "application/json",
    origin: server.address,
    ...(who && { cookie: who.cookie, authorization: `Bearer ${who.token}` }),
  };
  return fetch(server.address + path, {
    method,
    headers,
    body: json === undefined ? null : JSON.stringify(json),
    redirect: "manual",
  });
}

const newEvent = (title: string) => ({
  title,
  eventType: "cleanup",
  location: "Ovar",
  eventDate: new Date(Date.now() + 3_600_000).toISOString(),
  maxParticipant: "3",
  thumbnailUrl: "https://example.org/a.jpg",
  description: "Bring gloves.",
});

const read = async (path: string) => (await fetch(server.address + path)).text();

/** All addresses with cached answers, by kind. */
const addresses = () => [
  "/",
  "/_.data",
  "/upcoming-events",
  "/upcoming-events.data",
  "/upcoming-events?category=cleanup",
  `/view-event/${eventId}`,
  `/view-event/${eventId}.data`,
  `/view-event/${eventId}/picture.png`,
  `/view-event/${eventId}/qr.svg`,
  "/community",
  "/embed",
  `/embed?event=${eventId}`,
  "/embed/make",
  `/api/oembed?url=${encodeURIComponent(`${server.address}/view-event/${eventId}`)}`,
  "/aboutUs",
  "/guideline",
  "/contact",
  "/privacy",
  "/login",
  "/register",
  "/sitemap.xml",
  "/robots.txt",
  "/api/events",
  "/api/events?limit=2",
  `/api/view-event/${eventId}`,
  `/api/events/${eventId}/faces`,
  `/api/events/${eventId}/calendar.ics`,
  "/api/community",
  "/api/feeds/events.ics",
  "/api/feeds/events.rss",
  "/api/feeds/events.atom",
  "/api/feeds/events.json",
];

describe("cached answers", () => {
  it("are whole pages, even if a part has to load first", async () => {
    const [past] = (await (await fetch(`${server.address}/api/events?when=past&limit=1`)).json()) as { _id: string }[];
    const [first, later] = [await read(`/view-event/${past?._id}`), await read(`/view-event/${past?._id}?again`)];
    expect(first).toMatch(/^<!DOCTYPE html><html/);
    expect(first).toContain("This event is over");
    expect(later).toBe(first);
    // The page is assembled from shared texts once those are stored.
    const list = await read("/upcoming-events?1");
    for (const time of [2, 3]) expect(await read(`/upcoming-events?${time}`)).toBe(list);
  });

  it("contain no personal data: they are the same for a visitor and for five members", async () => {
    const people = await Promise.all(["Amina", "Bruno", "Chidi", "Duarte", "Edite"].map(person));
    const [first] = people;
    await send("POST", "/api/join-event", { eventId }, first);
    for (const address of addresses()) {
      const answers = await Promise.all(
        [undefined, ...people].map(async (who) => {
          // Headers like a browser's: with its cookie, and its language.
          const headers = {
            "accept-encoding": "identity",
            ...(who && { cookie: who.cookie, "accept-language": "pt" }),
          };
          const answer = await fetch(server.address + address, { headers });
          expect([address, answer.status]).toEqual([address, 200]);
          expect(answer.headers.get("cache-control")).toMatch(/\bpublic\b/);
          expect(answer.headers.getSetCookie()).toEqual([]);
          expect(answer.headers.has("cache-tag")).toBe(false);
          return { text: await answer.text(), etag: answer.headers.get("etag") };
        }),
      );
      const [nobodys] = answers;
      for (const theirs of answers) expect(theirs).toEqual(nobodys);
      expect(nobodys?.etag).toBeTruthy();
      for (const { email, token } of people) {
        expect(nobodys?.text).not.toContain(email);
        expect(nobodys?.text).not.toContain(token);
      }
    }
  });

  it("never include personal pages, or those behind mails", async () => {
    const own = ["/account", "/manage-events", "/enter?event=x", "/place?token=x", "/confirm-email?token=x"];
    own.push("/not-there", "/embed?event=x");
    for (const address of [...own, "/api/auth/get-session", "/api/feeds/none.ics"]) {
      const { headers } = await fetch(server.address + address);
      expect([address, headers.get("cache-control")]).toEqual([address, expect.not.stringMatching(/\bpublic\b/)]);
    }
    const whose = await send("GET", `/api/view-event/${eventId}`, undefined, await person("Filipa"));
    expect([whose.status, whose.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
  });

  it("show a change to every later request, on every page", async () => {
    const organizer = await person("Greta");
    const made = await send("POST", "/api/add-event", newEvent("Dunes of tomorrow"), organizer);
    const { insertedId: id } = (await made.json()) as { insertedId: string };
    const pages = ["/", "/upcoming-events", `/view-event/${id}`, `/api/view-event/${id}`, "/api/feeds/events.rss"];
    pages.push("/embed?search=Dunes", `/embed?event=${id}`);
    const showing = async (text: string) => {
      // Sent twice: rendered, and cached.
      for (const page of pages) await read(page);
      const texts = await Promise.all(pages.map(read));
      return pages.filter((_, index) => texts[index]?.includes(text));
    };
    expect(await showing("Dunes of tomorrow")).toEqual(pages);

    expect((await send("PATCH", `/api/events/${id}`, { title: "Dunes of today" }, organizer)).status).toBe(200);
    expect(await showing("Dunes of tomorrow")).toEqual([]);
    expect(await showing("Dunes of today")).toEqual(pages);

    const counts = async () => {
      const event = (await (await fetch(`${server.address}/api/view-event/${id}`)).json()) as { participant: number };
      return event.participant;
    };
    expect(await counts()).toBe(0);
    for (const [index, name] of ["Hugo", "Iria", "Joel"].entries()) {
      await send("POST", "/api/join-event", { eventId: id }, await person(name));
      expect(await counts()).toBe(index + 1);
    }
    expect(await showing("Greta")).toContain(`/view-event/${id}`);
    await send("POST", "/api/auth/update-user", { name: "Gerda Sousa" }, organizer);
    expect(await read(`/view-event/${id}`)).toContain("Gerda Sousa");

    const [community] = (await (await fetch(`${server.address}/api/community`)).json()) as { _id: string }[];
    const before = await read("/community");
    await send("PATCH", "/api/joinCommunity", { communityId: community?._id }, organizer);
    expect(await read("/community")).not.toBe(before);

    expect((await send("DELETE", `/api/events/${id}`, undefined, organizer)).status).toBe(200);
    expect((await fetch(`${server.address}/view-event/${id}`)).status).toBe(404);
    expect(await read("/upcoming-events")).not.toContain("Dunes of today");
  });

  it.each(["/", "/api/feeds/events.ics", "/api/feeds/events.rss", "/api/feeds/events.atom", "/api/feeds/events.json"])(
    "are sent again only after a visible change, although they were rendered again (%s)",
    async (path) => {
      const first = await fetch(server.address + path);
      const known = { headers: { "if-none-match": first.headers.get("etag") ?? "" } };
      const [community] = (await (await fetch(`${server.address}/api/community`)).json()) as { _id: string }[];
      const someone = await person(`K${path.replace(/\W/g, "")}`);
      await send("PATCH", "/api/joinCommunity", { communityId: community?._id }, someone);
      expect((await fetch(server.address + path, known)).status).toBe(304);
      await send("POST", "/api/add-event", newEvent("New to all"), someone);
      expect((await fetch(server.address + path, known)).status).toBe(200);
    },
  );

  it("answer 304 to a caller who has them, and run only the scripts that their policy names", async () => {
    const page = await fetch(`${server.address}/upcoming-events`);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]{43}=')+;/);
    expect(policy).not.toMatch(/nonce|script-src[^;]*unsafe/);
    expect(await page.text()).not.toContain("nonce=");
    const etag = page.headers.get("etag") ?? "";
    const again = await fetch(`${server.address}/upcoming-events`, { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });
});

describe("a request's id", () => {
  it("is sent with every answer, is on one line of the log, and is not cached", async () => {
    const page = `/view-event/${eventId}`;
    const { headers } = await fetch(server.address + page, { headers: { "accept-encoding": "br" } });
    const known = { "if-none-match": headers.get("etag") ?? "", "accept-encoding": "br" };
    const secret = "a-secret-of-zoe@example.org";
    const asked: [path: string, status: number, route: string, headers?: Record<string, string>][] = [
      [`${page}?who=${secret}`, 200, "/view-event/:id"],
      [page, 200, "/view-event/:id", { "accept-encoding": "br" }],
      [page, 304, "/view-event/:id", known],
      [`${page}.data`, 200, "/view-event/:id.data"],
      [`/api${page}`, 200, "/api/view-event/:id"],
      ["/favicon.svg", 200, "(a file)"],
      [`/api/events?cursor=${secret}`, 422, "/api/events"],
      [`/api/${secret}`, 404, "/api/…"],
      [`/api/calendars/${secret}.ics`, 404, "/api/calendars/:calendar"],
      [`/${secret}`, 404, "(no page)"],
      ["/view-event/nothing", 404, "/view-event/:id"],
      ["/view-event/nothing.data", 404, "/view-event/:id.data"],
    ];
    const ids = asked.map((_, index) => `of.a_proxy-${index}`);
    for (const [index, [path, status, , more]] of asked.entries()) {
      const id = ids[index] ?? "";
      const answer = await fetch(server.address + path, { headers: { ...more, "x-request-id": id } });
      expect([path, answer.status, answer.headers.get("x-request-id")]).toEqual([path, status, id]);
      const text = await answer.text();
      // Only refusals, error pages and error data contain it; cached answers are the same for everybody.
      expect([path, text.includes(id)]).toEqual([path, status >= 400]);
      const isForPrograms = status >= 400 && (path.endsWith(".data") || path.startsWith("/api/"));
      const named = isForPrograms ? (JSON.parse(text) as { requestId?: string }).requestId : id;
      expect([path, named]).toEqual([path, id]);
    }
    const linesOf = () => linesIn(server.written()).filter(({ id }) => ids.includes(String(id)));
    await expect.poll(() => linesOf().length, { timeout: 20_000 }).toBe(asked.length);
    // A file's line is written when the file has been sent, so it may come after that of the next call.
    const seen = ids.flatMap((id) => linesOf().filter((line) => line["id"] === id));
    const expected = asked.map(([, status, route], index) => [ids[index], "GET", route, status]);
    expect(seen.map(({ id, method, route, status }) => [id, method, route, status])).toEqual(expected);
    const words = ["level", "time", "id", "method", "route", "status", "ms", "msg"];
    for (const line of linesOf()) expect(Object.keys(line)).toEqual(words);
    expect(server.written()).not.toMatch(/secret|zoe|127\.0\.0\.1|::1/);
  });
});

/** The metrics by name, with their labels. */
const figures = async () => {
  const text = await (await fetch(metrics)).text();
  return new Map(
    text.split("\n").map((line): [string, number] => [line.replace(/ \S+$/, ""), Number(line.split(" ").at(-1))]),
  );
};

describe("metrics", () => {
  it("are served on a separate port only, and count requests and cached answers", async () => {
    const path = `/view-event/${eventId}`;
    const request = 'goodturn_request_seconds_count{method="GET",route="/view-event/:id",status="200"}';
    const hit = 'goodturn_kept_requests_total{outcome="hit"}';
    await read(path);
    const before = await figures();
    for (let time = 0; time < 5; time++) await read(path);
    const after = await figures();
    expect((after.get(hit) ?? 0) - (before.get(hit) ?? 0)).toBe(5);
    expect((after.get(request) ?? 0) - (before.get(request) ?? 0)).toBeGreaterThanOrEqual(5);
    expect(after.get("goodturn_kept_pages")).toBeGreaterThan(0);
    expect(after.get("goodturn_kept_bytes")).toBeGreaterThan(1000);
    expect(after.get("goodturn_database_up")).toBe(1);
    expect(after.get("goodturn_query_seconds_count")).toBeGreaterThan(10);
    expect(after.get("goodturn_processes")).toBe(1);
    // Requested addresses must not become labels.
    await read("/somebody-s-secret");
    expect([...(await figures()).keys()].join()).not.toMatch(/secret|demo\.example/);
    expect((await fetch(`${server.address}/metrics`)).status).toBe(404);
  });
});
