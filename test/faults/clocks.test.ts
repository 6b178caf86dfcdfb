import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mixedLoad } from "./load.ts";
import { type Running, startNginx } from "./proxies.ts";
import { type Site, startSite, tell } from "./site.ts";

let site: Site;
let proxy: Running;
beforeEach(async () => {
  const NODE_OPTIONS = `--import=${join(import.meta.dirname, "../../tools/test/shifted-clock.ts")}`;
  const clocks = [-10, 10].map((minutes) => ({ NODE_OPTIONS, CLOCK_SHIFT: String(minutes * 60_000) }));
  site = await startSite({}, { each: clocks });
  proxy = await startNginx([site.instances[0].port, site.instances[1].port]);
});
afterEach(async () => {
  await proxy.stop();
  await site.close();
});

/** Registers a person at an instance. @returns the status, the session's cookie, and a token of it */
async function signUp(address: string, name: string) {
  const headers = { "content-type": "application/json", origin: address };
  const email = `${name}@example.org`;
  const body = JSON.stringify({ name, email, password: "Planting4all", image: "https://example.org/a.jpg" });
  const { status, headers: given } = await fetch(`${address}/api/auth/sign-up/email`, {
    method: "POST",
    headers,
    body,
  });
  const cookie = given
    .getSetCookie()
    .map((set) => set.split(";")[0])
    .join("; ");
  const { token } = (await (await fetch(`${address}/api/auth/token`, { headers: { cookie } })).json()) as {
    token: string;
  };
  return { status, cookie, token };
}

/** Sessions and tokens from one instance are used at the other; each one's clock is wrong by 20 minutes. */
async function crossing(from: string, to: string, name: string) {
  const { status, cookie, token } = await signUp(from, name);
  const session = await fetch(`${to}/api/auth/token`, { headers: { cookie } });
  const asked = await fetch(`${to}/api/joined-events`, { headers: { authorization: `Bearer ${token}` } });
  return [status, session.status, asked.status];
}

describe("instances whose clocks differ by 20 minutes", () => {
  it("fail no request, and accept each other's sessions and tokens", async () => {
    const [slow, fast] = site.instances;
    // It is made before any token is used, because its key is a different one, and instances do not look for new keys
    // for a while.
    const load = await mixedLoad(site.make, proxy.address);
    const crossed = [
      await crossing(slow.address, fast.address, "amina"),
      await crossing(fast.address, slow.address, "rafi"),
    ];
    await load.run(pause(15_000));
    tell("clocks that differ by 20 minutes", { ...load.figures(), "sessions and tokens of the other": crossed });
    expect(crossed).toEqual([
      [200, 200, 200],
      [200, 200, 200],
    ]);
    expect(load.figures()).toMatchObject({ failed: 0, byReason: {} });
    await load.expectKept();
  });
});
