import type { GateOpened, SyncInput, Synced } from "#domain/gates/shapes.ts";
import { succeeded } from "#app/session/refusal.ts";

// The gate's two calls. They know no member and no cookie: the key lets a device in, and from then on its pass.

/** How long an answer is waited for, in milliseconds: with a weak signal, trying again is quicker. */
const patience = 20_000;

/** Exchanges a key for this device's pass. @throws Refusal */
export const openGate = (key: string, deviceId: string): Promise<GateOpened> =>
  call<GateOpened>("/api/gates/open", { key, deviceId });

/** Sends what waits, and reads what is new. @throws Refusal */
export const syncGate = (pass: string, request: SyncInput): Promise<Synced> =>
  call<Synced>("/api/gates/sync", request, { authorization: `Gate ${pass}` });

async function call<Answer>(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await succeeded(
    fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      credentials: "omit",
      signal: AbortSignal.timeout(patience),
    }),
  );
  return (await answer.json()) as Answer;
}
