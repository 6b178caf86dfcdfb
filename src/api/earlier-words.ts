import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { fromEarlierWords, withEarlierWords } from "#domain/earlier-words.ts";
import type { ApiEnv } from "./openapi.ts";

// The API in the words before version 1.0, for one release: a page that is open while the site is updated speaks them.
// The document of the API has today's words alone. docs/decisions/073-the-wires-words.md says what to delete then.

/** The earlier path of each call that has one, and today's. */
const paths: Readonly<Record<string, string>> = {
  "/join-event/:eventId/take": "/join-event/:eventId/accept",
  "/join-event/:eventId/companions/:guestId": "/join-event/:eventId/guests/:guestId",
  "/places/:token": "/spots/:token",
  "/places/:token/confirm": "/spots/:token/confirm",
  "/places/:token/take": "/spots/:token/accept",
  "/places/:token/companions/free": "/spots/:token/guests/free",
  "/places/:token/about": "/spots/:token/about",
};

/** The calls that take guests, whose earlier name was companions. */
const takesGuests = /\/(?:join-event|spots|auth\/mailed)(?:\/|$)/;

/** The headers with an earlier name. */
const headers = { "X-Waitlisted-Count": "X-Waiting-Count" };

/**
 * Makes the API accept and return the earlier words beside today's. If a request has both names, the new one counts.
 */
export function speakEarlierWords(api: OpenAPIHono<ApiEnv>): void {
  for (const [earlier, now] of Object.entries(paths)) {
    api.all(earlier, async (c) => inEarlierWords(await api.fetch(requestTo(now, c), c.env)));
  }
  api.use(bothWords(api));
}

/** Returns the same request to today's path. */
function requestTo(path: string, c: Context<ApiEnv>): Request {
  const url = new URL(c.req.url);
  url.pathname = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(c.req.param(name) ?? ""));
  const { method, headers: sent, body, signal } = c.req.raw;
  return new Request(url, { method, headers: sent, body, signal, ...(body && { duplex: "half" }) });
}

const bothWords = (api: OpenAPIHono<ApiEnv>) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const call = c.req.method === "GET" ? null : takesGuests.exec(c.req.path);
    const sent = call && earlierBodyIn(await c.req.arrayBuffer());
    if (sent) {
      const { method, raw } = c.req;
      // The API does not know the path below which it is mounted.
      const url = Object.assign(new URL(c.req.url), { pathname: c.req.path.slice(call.index) });
      const sentHeaders = new Headers(raw.headers);
      sentHeaders.delete("content-length");
      const inTodaysWords = new Request(url, { method, headers: sentHeaders, body: JSON.stringify(sent) });
      return inEarlierWords(await api.fetch(inTodaysWords, c.env));
    }
    const json = c.json.bind(c) as (answer: unknown, ...more: unknown[]) => Response;
    c.json = ((answer: unknown, ...more: unknown[]) => json(withEarlierWords(answer), ...more)) as typeof c.json;
    await next();
    for (const [now, earlier] of Object.entries(headers)) {
      const value = c.res.headers.get(now);
      if (value !== null) c.res.headers.set(earlier, value);
    }
  });

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Returns the request's body in today's words, if it names guests only in the earlier word; otherwise null. Other
 * bodies are left to the steps that check them: a page of today sends both words (`inBothWords`).
 */
function earlierBodyIn(bytes: ArrayBuffer): Record<string, unknown> | null {
  try {
    const text = utf8.decode(bytes);
    const body: unknown = text.includes('"companions"') ? JSON.parse(text) : null;
    if (!isObject(body)) return null;
    const { join } = body;
    const isEarlier = [body, join].some((named) => isObject(named) && "companions" in named && !("guests" in named));
    return isEarlier ? fromEarlierWords({ ...body, ...(isObject(join) && { join: fromEarlierWords(join) }) }) : null;
  } catch {
    return null;
  }
}

/** A refusal in the words of a caller who knows only the earlier ones. */
async function inEarlierWords(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  const refusal: unknown = await answer.clone().json();
  if (!isObject(refusal)) return answer;
  const { code, fields } = refusal;
  const inTheirs = {
    ...refusal,
    code: code === "spot_gone" ? "place_gone" : code,
    ...(Array.isArray(fields) && { fields: fields.map(withEarlierPath) }),
  };
  return new Response(JSON.stringify(inTheirs), answer);
}

const withEarlierPath = (field: { path: string }) => ({
  ...field,
  path: field.path.replace(/\bguests\b/, "companions"),
});

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
