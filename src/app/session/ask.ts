import type { ApiClient } from "./api-client.ts";
import { theAuth } from "./identity.ts";
import { succeeded } from "./refusal.ts";

/** The body of a typed call's successful answer. */
type Success<Answer> = Answer extends { ok: true; json(): Promise<infer Body> } ? Body : never;
type Row<Answer> = Success<Answer> extends (infer Element)[] ? Element : never;

/** Makes a call of the API as the logged-in member and returns its answer. @throws Refusal */
export async function ask<Answer extends { ok: boolean; json(): Promise<unknown> }>(
  call: (api: ApiClient) => Promise<Answer>,
): Promise<Success<Answer>> {
  return (await (await succeeded(theApi().then(call))).json()) as Success<Answer>;
}

/** The same for an answer that is a file. @throws Refusal */
export async function askFile(call: (api: ApiClient) => Promise<Response>): Promise<Blob> {
  return (await succeeded(theApi().then(call))).blob();
}

/**
 * A page of a list: its rows, the total number of rows, the numbers on a waitlist and of one's own, and the cursor of
 * the next page.
 */
export type ListPage<Element> = {
  rows: Element[];
  total: number;
  waitlisted: number;
  own: number;
  next: string | null;
};

/** Makes a listing call; the numbers come from its headers. @throws Refusal */
export async function askPage<Answer extends { ok: boolean; headers: Headers; json(): Promise<unknown> }>(
  call: (api: ApiClient) => Promise<Answer>,
): Promise<ListPage<Row<Answer>>> {
  const answer = await succeeded(theApi().then(call));
  const rows = (await answer.json()) as Row<Answer>[];
  const link = /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
  return {
    rows,
    total: Number(answer.headers.get("x-total-count") ?? rows.length),
    waitlisted: Number(answer.headers.get("x-waitlisted-count") ?? 0),
    own: Number(answer.headers.get("x-own-count") ?? 0),
    next: link ? new URL(link, location.href).searchParams.get("cursor") : null,
  };
}

let api: Promise<ApiClient> | undefined;

/** The client loads with the first call: most visits only read pages. */
function theApi(): Promise<ApiClient> {
  api ??= import("./api-client.ts").then(({ createApiClient }) => createApiClient(theAuth()));
  api.catch(() => {
    api = undefined;
  });
  return api;
}
