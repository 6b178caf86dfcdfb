import { rm } from "node:fs/promises";
import { join } from "node:path";
import { request } from "@playwright/test";

import { newData } from "#test/setup/data.ts";
import { freePort, startServer } from "#test/setup/server.ts";

import { expect, type Person } from "./journey.ts";

export const hour = 3_600_000;
const clock = join(import.meta.dirname, "../../tools/test/shifted-clock.ts");

/** Makes a site that is restarted with its clock set forward, on the same data. */
export async function siteInTime(name: string) {
  const [data, port] = [await newData(name), await freePort()];
  return {
    data,
    /** Runs the server with its clock that many hours ahead, during an action. */
    async at(hours: number, during: (address: string) => Promise<void>) {
      const shifted = { NODE_OPTIONS: `--import ${clock}`, CLOCK_SHIFT: String(hours * hour) };
      const own = { PORT: String(port), DATA_DIR: data, DEMO: "off", TOWNS: "off" };
      const { address, stop } = await startServer({ ...own, ...(hours > 0 && shifted) });
      try {
        await during(address);
      } finally {
        await stop();
      }
    },
    end: () => rm(data, { recursive: true }),
  };
}

/** A caller of the API for a person, who registers or logs in. */
export async function callerAt(
  address: string,
  { name, email, password }: Person,
  way: "sign-up" | "sign-in" = "sign-in",
) {
  const caller = await request.newContext({ extraHTTPHeaders: { origin: address } });
  const photo = { name, image: `${address}/scenes/mark.svg` };
  await caller.post(`${address}/api/auth/${way}/email`, { data: { email, password, ...(way === "sign-up" && photo) } });
  const { token } = (await (await caller.get(`${address}/api/auth/token`)).json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  return async <Answer>(method: string, path: string, json?: object): Promise<Answer> => {
    const answer = await caller.fetch(`${address}/api${path}`, { method, headers, ...(json && { data: json }) });
    expect(answer.status(), path).toBe(200);
    return (await answer.json()) as Answer;
  };
}
