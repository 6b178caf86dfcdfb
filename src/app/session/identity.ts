import type { AuthClient } from "./auth-client.ts";
import { createBuiltInAuth } from "./built-in-auth.ts";

let auth: AuthClient | undefined;

/** The identity provider of this page. In the browser only, so in events and effects: the server knows no session. */
export const theAuth = (): AuthClient => (auth ??= createBuiltInAuth());
