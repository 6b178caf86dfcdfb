import { type ApiClient, createApiClient } from "./api-client.ts";
import type { AuthClient } from "./auth-client.ts";
import { createBuiltInAuth } from "./built-in-auth.ts";

let auth: AuthClient | undefined;
let api: ApiClient | undefined;

/** The identity provider of this page. In the browser only, so in events and effects: the server knows no session. */
export const theAuth = (): AuthClient => (auth ??= createBuiltInAuth());

/** The API's typed client, speaking for whoever is signed in. In the browser only. */
export const theApi = (): ApiClient => (api ??= createApiClient(theAuth()));
