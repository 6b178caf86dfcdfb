import type { StandIn } from "#domain/identity.ts";
import { accountCalls } from "./auth-account.ts";
import { mailCalls } from "./auth-mails.ts";
import { mailedCalls } from "./auth-mailed.ts";
import { passkeyCalls } from "./auth-passkeys.ts";
import { type Identity, type IdentityEnv, knowIdentity, noSuchCall } from "./auth-requests.ts";
import { signInCalls } from "./auth-sign-in.ts";
import { resource } from "./openapi.ts";
import { standInCalls } from "./stand-in.ts";

/**
 * The calls about people and their sessions, below `/auth`: only these see cookies. `standIn` has the credentials of
 * the stand-in for Google, if it is active; its calls are not in the document.
 */
export function identityCalls({ standIn, ...identity }: Identity & { standIn: StandIn | null }) {
  const calls = resource<IdentityEnv>();
  calls.use("/auth/*", knowIdentity(identity));
  calls
    .route("/", signInCalls)
    .route("/", mailCalls)
    .route("/", accountCalls)
    .route("/", passkeyCalls)
    .route("/", mailedCalls);
  if (standIn) calls.route("/auth/stand-in", standInCalls(standIn));
  calls.all("/auth/*", noSuchCall);
  return calls;
}
