import { Hono } from "hono";
import { beforeAll, describe, expect, it } from "vitest";
import { documentOf } from "#api/document.ts";
import { createApi } from "#api/index.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { openReading } from "./open-reading.ts";

type Operation = { method: string; path: string; operationId: string };

let operations: Operation[];
let make: Make;
let ask: (method: string, path: string, headers?: Record<string, string>) => Promise<Response>;

beforeAll(async () => {
  make = makeIn(await testDatabase());
  const site = new Hono<{ Bindings: { address: string } }>()
    .use(openReading)
    .route("/api", createApi(make))
    .all("*", (c) => c.text("a page", 200, { "X-Frame-Options": "SAMEORIGIN" }));
  ask = async (method, path, headers = {}) =>
    site.fetch(
      new Request(`http://localhost${path}`, { method, headers: { origin: "https://other.example", ...headers } }),
      { address: "192.0.2.1" },
    );
  const document = await documentOf(createApi(make));
  const paths = Object.entries(document.paths ?? {}) as [string, Record<string, Operation>][];
  operations = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      method: method.toUpperCase(),
      path: `/api${path.replace(/\{\w+\}/g, "0190b0f2-5f5e-7c11-8000-000000000000")}`,
      operationId,
    })),
  );
});

/** The calls that pages of other sites may read. */
const open = [
  "getEvent",
  "getEventCalendar",
  "getEventsAsAtom",
  "getEventsAsJson",
  "getEventsAsRss",
  "getEventsCalendar",
  "getOEmbed",
  "getSeriesCalendar",
  "listCommunities",
  "listEvents",
];

const corsOf = ({ headers }: Response) => [...headers.keys()].filter((name) => name.startsWith("access-control-"));

const barred = async (path: string) => (await ask("GET", path)).headers.get("x-frame-options");

async function openedBy(headers: Record<string, string>): Promise<string[]> {
  const opened: string[] = [];
  for (const { method, path, operationId } of operations) {
    const answer = await ask(method, path, headers);
    await answer.body?.cancel();
    expect(answer.headers.has("access-control-allow-credentials"), operationId).toBe(false);
    const isOpen = answer.headers.get("access-control-allow-origin") === "*";
    if (isOpen) opened.push(operationId);
    expect(corsOf(answer).length > 0, operationId).toBe(isOpen);
  }
  return opened.toSorted();
}

describe("openReading", () => {
  it("opens events, communities, feeds and oEmbed to every site, refusals included, and no other call", async () => {
    expect(operations.length).toBeGreaterThan(90);
    expect(await openedBy({})).toEqual(open);
  });

  it("opens no call with a token", async () => {
    const { token } = await make.signedIn();
    expect(await openedBy({ authorization: `Bearer ${token}` })).toEqual([]);
  });

  it("answers preflight requests, for reading only, and without a token", async () => {
    for (const { path, operationId } of operations) {
      const answer = await ask("OPTIONS", path, { "access-control-request-method": "GET" });
      const isOpen = operations.some((one) => one.path === path && open.includes(one.operationId));
      expect([operationId, answer.status === 204]).toEqual([operationId, isOpen]);
      expect(answer.headers.get("access-control-allow-methods")).toBe(isOpen ? "GET, HEAD" : null);
      expect(answer.headers.get("access-control-allow-headers") ?? "").not.toMatch(/authorization|\*/i);
    }
  });

  it("opens pictures to pages that read or only show them, but no pages", async () => {
    const id = "0190b0f2-5f5e-7c11-8000-000000000000";
    const pictures = [
      `/view-event/${id}/picture.png`,
      `/view-event/${id}/qr.svg`,
      "/pictures/a.webp",
      "/avatars/a.svg",
    ];
    for (const path of [...pictures, "/scenes/cleanup.svg"]) {
      const { headers } = await ask("GET", path);
      expect([path, headers.get("access-control-allow-origin")]).toEqual([path, "*"]);
      expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    }
    const others = [
      "/",
      "/embed",
      "/upcoming-events",
      `/view-event/${id}`,
      "/account",
      "/api/docs",
      "/api/openapi.json",
    ];
    for (const path of others) expect([path, corsOf(await ask("GET", path))]).toEqual([path, []]);
    expect(corsOf(await ask("POST", "/pictures/a.webp"))).toEqual([]);
  });

  it("lets only /embed be framed, and no path beside or below it", async () => {
    expect(await barred("/embed?category=food")).toBeNull();
    for (const path of ["/", "/embed/make", "/embed.data", "/embedded", "/upcoming-events"])
      expect([path, await barred(path)]).toEqual([path, "SAMEORIGIN"]);
  });
});
