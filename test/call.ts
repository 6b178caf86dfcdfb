import { Hono } from "hono";
import { createApi } from "#api/index.ts";
import type { Make } from "./make.ts";

type Outside = {
  sendsMail?: boolean;
  hosts?: ReadonlySet<string>;
  readsFor?: () => Make["db"];
  isReady?: () => Promise<boolean>;
} & Pick<
  Make,
  "db" | "auth" | "links" | "pictures" | "importer" | "signer" | "limitAttempts" | "announce" | "watchNumbers" | "log"
>;
type Wishes = { token?: string; json?: unknown; body?: BodyInit; headers?: Record<string, string> };

/** The API's answer. `body` is its JSON (typed `any`, so that tests can state their expectations) or its text. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test's expectations are its types
export type Answer = { status: number; body: any; headers: Headers };

export type Call = (method: string, path: string, wishes?: Wishes) => Promise<Answer>;

/**
 * Calls the mounted API through its fetch handler: `call("GET", "/events")` is `GET /api/events`. `origin` is our
 * public address.
 */
export function callerOf(outside: Outside, origin: string | null = null): Call {
  const site = new Hono<{ Bindings: { address: string } }>().route("/api", createApi({ ...outside, origin }));
  return async (method, path, { token, json, body, headers = {} } = {}) => {
    const sent = new Headers(headers);
    if (token !== undefined) sent.set("authorization", `Bearer ${token}`);
    if (json !== undefined && !sent.has("content-type")) sent.set("content-type", "application/json");
    const content = body ?? (json === undefined ? null : JSON.stringify(json));
    const request = new Request(`http://localhost/api${path}`, { method, headers: sent, body: content });
    const answer = await site.fetch(request, { address: "192.0.2.1" });
    const isJson = method !== "HEAD" && /\bjson\b/.test(answer.headers.get("content-type") ?? "");
    // A text with its byte order mark, which `text()` would remove.
    const read = isJson
      ? await answer.json()
      : new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.arrayBuffer());
    return { status: answer.status, body: read, headers: answer.headers };
  };
}

/** The code of a call's refusal, or 'done'. */
export const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "done",
    (failure: { code: string }) => failure.code,
  );
