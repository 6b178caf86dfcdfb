import { hc } from "hono/client";

import type { Api } from "#api/index.ts";

import type { AuthClient } from "./auth-client.ts";
import { succeeded } from "./refusal.ts";

export type ApiClient = ReturnType<typeof hc<Api>>;

/** The API's typed client, whose calls carry the bearer token of whoever is signed in. */
export const createApiClient = (auth: AuthClient): ApiClient =>
  hc<Api>("/api", {
    headers: async (): Promise<Record<string, string>> => {
      const token = await auth.token();
      return token ? { authorization: `Bearer ${token}` } : {};
    },
  });

/** The shape of a typed call's answer when it succeeded. */
type Success<Answer> = Answer extends { ok: true; json(): Promise<infer Body> } ? Body : never;

/** What a call answers. @throws Refusal */
export async function answerOf<Answer extends { ok: boolean; json(): Promise<unknown> }>(
  call: Promise<Answer>,
): Promise<Success<Answer>> {
  return (await (await succeeded(call)).json()) as Success<Answer>;
}

/** One page of a list, how many rows there are in all, and the cursor of the next page. */
export type ListPage<Row> = { rows: Row[]; total: number; next: string | null };

/** What a list's call answers, with what its headers say of the whole list. @throws Refusal */
export async function pageOf<Answer extends { ok: boolean; headers: Headers; json(): Promise<unknown> }>(
  call: Promise<Answer>,
): Promise<ListPage<Success<Answer> extends (infer Row)[] ? Row : never>> {
  const answer = await succeeded(call);
  const rows = (await answer.json()) as (Success<Answer> extends (infer Row)[] ? Row : never)[];
  const link = /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
  return {
    rows,
    total: Number(answer.headers.get("x-total-count") ?? rows.length),
    next: link ? new URL(link, location.href).searchParams.get("cursor") : null,
  };
}
