import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type APIRequestContext, request } from "@playwright/test";

import { startServer } from "#test/setup/server.ts";

import { expect, newPerson, origin, type Person, test } from "./journey.ts";
import { mailTo, pathIn } from "./mailbox.ts";

// Mails that time brings: the server is started anew with its clock set forward, on the data that it had.

const hour = 3_600_000;
const clock = join(import.meta.dirname, "../../tools/shifted-clock.ts");

let data: string;
test.beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "goodturn-journey-"));
});
test.afterEach(() => rm(data, { recursive: true }));

/** Runs the server, whose clock is so many hours ahead, while something is done on it. */
async function at(hours: number, during: (address: string) => Promise<void>) {
  const shifted = { NODE_OPTIONS: `--import ${clock}`, CLOCK_SHIFT: String(hours * hour) };
  const { address, stop } = await startServer({ DATA_DIR: data, DEMO: "off", ...(hours > 0 && shifted) });
  try {
    await during(address);
  } finally {
    await stop();
  }
}

/** Somebody new, and how they call the API. */
async function register(address: string, { name, photo, email, password }: Person) {
  const caller = await request.newContext({ extraHTTPHeaders: { origin: address } });
  await caller.post(`${address}/api/auth/sign-up/email`, { data: { name, image: photo, email, password } });
  const { token } = (await (await caller.get(`${address}/api/auth/token`)).json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  return async (method: "post" | "patch", path: string, json: object) => {
    const answer = await caller[method as keyof Pick<APIRequestContext, "post" | "patch">](`${address}/api${path}`, {
      headers,
      data: json,
    });
    expect(answer.status(), path).toBe(200);
    return (await answer.json()) as { insertedId: string };
  };
}

test("who has joined hears of changes, is reminded twice, says that they come, and is thanked", async ({ page }) => {
  const guest = newPerson("Journey Guest");
  const title = "River clean-up";

  await at(0, async (address) => {
    const organise = await register(address, newPerson("Journey Organiser"));
    const { insertedId } = await organise("post", "/add-event", {
      title,
      eventType: "cleanup",
      location: "Boat landing",
      eventDate: new Date(Date.now() + 72 * hour).toISOString(),
      timeZone: "Europe/Berlin",
      maxParticipant: "5",
      // From the server that all journeys have: this one comes and goes.
      thumbnailUrl: `${origin}/scenes/cleanup-2.svg`,
      description: "We bring gloves.",
    });
    await (
      await register(address, guest)
    )("post", "/join-event", { eventId: insertedId });
    await organise("patch", `/events/${insertedId}`, { location: "Old bridge" });
  });

  await at(50, async (address) => {
    const changed = await mailTo(guest.email, "Changed", data);
    expect(changed.text).toContain("Old bridge");
    await page.goto(address + pathIn(changed, "See the event"));
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await page.goto(address + pathIn(await mailTo(guest.email, "Are you coming", data), "I am coming"));
    await page.getByRole("button", { name: "I am coming" }).click();
    await expect(page.getByText(/you have said that you are coming/)).toBeVisible();
    await page.goto("about:blank");
  });

  await at(71, async (address) => {
    await page.goto(address + pathIn(await mailTo(guest.email, "Soon", data), "Free my place"));
    await expect(page.getByRole("button", { name: "Free my place" })).toBeVisible();
    await expect(page.getByText(/you have said that you are coming/)).toBeVisible();
    await page.goto("about:blank");
  });

  await at(77, async (address) => {
    await page.goto(address + pathIn(await mailTo(guest.email, "Thank you", data)));
    await expect(page.getByRole("heading", { level: 1, name: "Upcoming Events" })).toBeVisible();
    await page.goto("about:blank");
  });
});
