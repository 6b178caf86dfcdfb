import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Cluster, startCluster } from "../setup/cluster.ts";
import { type RunningServer, startServer } from "../setup/server.ts";
import { inBothWords } from "#domain/registrations/rules.ts";
import { tell } from "./site.ts";
import { builtAt } from "../releases/checkout.ts";
import { lastRelease } from "../releases/release.ts";

let folder: string;
let data: string;
let cluster: Cluster;
let variables: Record<string, string>;
const running: RunningServer[] = [];
beforeEach(async () => {
  folder = builtAt(lastRelease().commit);
  cluster = await startCluster();
  data = mkdtempSync(join(tmpdir(), "goodturn-versions-"));
  variables = {
    DATABASE_URL: cluster.url("postgres"),
    DATA_DIR: data,
    AUTH_SECRET: "0123571789abcdef0123571789abcdef",
  };
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
  await cluster.stop();
  rmSync(data, { recursive: true, force: true });
});

const start = async (root?: string) => {
  const server = await startServer(variables, root);
  running.push(server);
  return server;
};

type Said = Record<string, unknown> & { insertedId?: string; token?: string };
type Answer = { status: number; said: Said; cookie: string };

async function send(
  address: string,
  method: string,
  path: string,
  wanted: { token?: string; cookie?: string; json?: object },
) {
  const { token, cookie, json } = wanted;
  const headers = {
    origin: address,
    ...(json && { "content-type": "application/json" }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(cookie && { cookie }),
  };
  const answer = await fetch(address + path, { method, headers, ...(json && { body: JSON.stringify(json) }) });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json");
  const said = (isJson ? JSON.parse(text) : { text }) as Said;
  return {
    status: answer.status,
    said,
    cookie: answer.headers
      .getSetCookie()
      .map((set) => set.split(";")[0])
      .join("; "),
  } satisfies Answer;
}

const password = "Planting4all";

/** A new person's first visit at an address: the statuses of the calls and pages, and the event. */
async function visit(address: string, name: string) {
  const statuses: Record<string, number> = {};
  const ask = async (what: string, ...words: [string, string, Parameters<typeof send>[3]?]) => {
    const [method, path, wanted = {}] = words;
    const answer = await send(address, method, path, wanted);
    statuses[what] = answer.status;
    return answer;
  };
  const email = `${name}@example.org`;
  await ask("register", "POST", "/api/auth/sign-up/email", {
    json: { name, email, password, image: "https://example.org/a.jpg" },
  });
  const { cookie } = await ask("log in", "POST", "/api/auth/sign-in/email", { json: { email, password } });
  const { said } = await ask("token", "GET", "/api/auth/token", { cookie });
  const token = String(said.token);
  const eventDate = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const moved = new Date(Date.parse(eventDate) + 3_600_000).toISOString();
  const event = {
    title: `Cleanup by ${name}`,
    eventType: "cleanup",
    location: "Cox's Bazar",
    eventDate,
    maxParticipant: "20",
    thumbnailUrl: "https://example.org/a.jpg",
    description: "Bring gloves.",
  };
  const created = await ask("add-event", "POST", "/api/add-event", { token, json: event });
  const id = String(created.said.insertedId);
  await ask("change the event", "PATCH", `/api/events/${id}`, { token, json: { location: "Dhaka", eventDate: moved } });
  await ask("join", "POST", "/api/join-event", { token, json: { eventId: id } });
  await ask("joined events", "GET", "/api/joined-events", { token });
  await ask("leave", "DELETE", `/api/join-event/${id}`, { token });
  await ask("join again", "POST", "/api/join-event", { token, json: { eventId: id } });
  await ask("my events", "GET", "/api/myEvents", { token });
  for (const path of [
    "/",
    "/upcoming-events",
    `/view-event/${id}`,
    "/api/events",
    `/api/view-event/${id}`,
    "/community",
    "/readyz",
  ])
    await ask(path.replace(id, "…"), "GET", path);
  await ask("log out", "POST", "/api/auth/sign-out", { cookie, json: {} });
  return { statuses, id, email, title: event.title };
}

/** A person who is logged in at an instance: their bearer token, which every instance takes. */
async function tokenAt(address: string, name: string): Promise<string> {
  const json = { name, email: `${name}@example.org`, password, image: "https://example.org/a.jpg" };
  const { cookie } = await send(address, "POST", "/api/auth/sign-up/email", { json });
  return String((await send(address, "GET", "/api/auth/token", { cookie })).said.token);
}

describe("the previous version", () => {
  it("works on this version's tables as on its own, and each version shows data that the other has written", async () => {
    const before = await start(folder);
    const own = await visit(before.address, "Amina");
    const now = await start();
    const later = await visit(before.address, "Rafi");
    const ours = await visit(now.address, "Mina");
    tell("the version before on today's tables", { before: own.statuses, afterwards: later.statuses });
    expect(Object.values(own.statuses).filter((status) => status >= 400)).toEqual([]);
    expect(later.statuses).toEqual(own.statuses);
    for (const [address, { id, title }] of [
      [now.address, own],
      [now.address, later],
      [before.address, ours],
    ] as const) {
      const page = await send(address, "GET", `/view-event/${id}`, {});
      expect([page.status, String(page.said["text"]).includes(title)]).toEqual([200, true]);
    }
    const days = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const list = await send(now.address, "GET", `/api/events?from=${days}&to=${days}&timeZone=UTC`, {});
    const titles = (list.said as unknown as { title: string }[]).map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining([own.title, later.title, ours.title]));
    // People who registered at one version log in at the other.
    const crossed = [
      await send(now.address, "POST", "/api/auth/sign-in/email", { json: { email: later.email, password } }),
      await send(before.address, "POST", "/api/auth/sign-in/email", { json: { email: ours.email, password } }),
    ];
    expect(crossed.map(({ status }) => status)).toEqual([200, 200]);
    expect(before.written()).not.toMatch(/error/i);
  });

  it("and this one understand the pages of each other: a party's guests come along at both", async () => {
    const before = await start(folder);
    const now = await start();
    const { id } = await visit(now.address, "Amina");
    const rita = [{ name: "Rita", under18: false }];
    const namesAt = async (address: string, token: string, word: "guests" | "companions") => {
      const { said } = await send(address, "GET", `/api/already-joined/${id}`, { token });
      return (said[word] as { name: string }[] | undefined)?.map(({ name }) => name);
    };
    // A page of the version before asks this one, in the words of before (decision 073).
    const older = await tokenAt(before.address, "Rafi");
    const party = { eventId: id, companions: rita };
    expect(await send(now.address, "POST", "/api/join-event", { token: older, json: party })).toMatchObject({
      status: 200,
      said: { state: "joined", places: 2 },
    });
    // A page of this version asks the one before, in both words, as its buttons do.
    const newer = await tokenAt(now.address, "Mina");
    const json = inBothWords({ eventId: id, guests: [{ name: "Tim", under18: true }] });
    expect(await send(before.address, "POST", "/api/join-event", { token: newer, json })).toMatchObject({
      status: 200,
      said: { state: "joined", places: 2 },
    });
    // In today's words alone its guest would be lost there.
    const alone = await tokenAt(now.address, "Nora");
    const { said } = await send(before.address, "POST", "/api/join-event", {
      token: alone,
      json: { eventId: id, guests: rita },
    });
    expect(said).toMatchObject({ state: "joined", places: 1 });
    for (const [token, name] of [
      [older, "Rita"],
      [newer, "Tim"],
    ] as const) {
      expect(await namesAt(now.address, token, "guests")).toEqual([name]);
      expect(await namesAt(now.address, token, "companions")).toEqual([name]);
      expect(await namesAt(before.address, token, "companions")).toEqual([name]);
    }
    // A path of before, at this version.
    const own = await send(now.address, "GET", `/api/already-joined/${id}`, { token: older });
    const [guest] = own.said["companions"] as [{ _id: string }];
    const left = await send(now.address, "DELETE", `/api/join-event/${id}/companions/${guest._id}`, { token: older });
    expect(left.status).toBe(200);
    expect(await namesAt(before.address, older, "companions")).toEqual([]);
    expect(before.written() + now.written()).not.toMatch(/error/i);
  });
});
