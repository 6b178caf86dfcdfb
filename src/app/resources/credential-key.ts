import { getKey } from "#domain/records/verifying.ts";

import { credentialSigner, orRefusal, visitor } from "../context.ts";
import type { Route } from "./+types/credential-key";

/** A public key of ours, as a JWK: the target of the address in a credential's header. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = { ...context.get(visitor), signer: context.get(credentialSigner) };
  return Response.json(await orRefusal(context, getKey(ctx, params.id)), {
    headers: { "Cache-Control": "public, max-age=300" },
  });
}
