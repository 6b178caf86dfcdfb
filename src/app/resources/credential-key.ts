import { getKey } from "#domain/records/verifying.ts";

import { credentialSigner, orRefusal, visitor } from "../context.ts";
import type { Route } from "./+types/credential-key";

/** A public key of this site, as a JWK; a credential's header has its address. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = { ...context.get(visitor), signer: context.get(credentialSigner) };
  return Response.json(await orRefusal(context, getKey(ctx, params.id)), {
    headers: { "Cache-Control": "public, max-age=300" },
  });
}
