import { hc } from "hono/client";

import type { Api } from "#api/index.ts";

import type { AuthClient } from "./auth-client.ts";

export type ApiClient = ReturnType<typeof hc<Api>>;

/** The API's typed client, whose calls carry the bearer token of the logged-in member. */
export const createApiClient = (auth: AuthClient): ApiClient =>
  hc<Api>("/api", {
    headers: async (): Promise<Record<string, string>> => {
      const token = await auth.token();
      return token ? { authorization: `Bearer ${token}` } : {};
    },
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      const answer = await fetch(input, init);
      if (answer.status === 401) auth.tokenRefused();
      return answer;
    },
  });
