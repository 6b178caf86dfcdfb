import { listKeys } from "#domain/records/verifying.ts";

import { credentialSigner, orRefusal, visitor } from "../context.ts";
import type { Route } from "./+types/credential-keys";

/** The public keys of everything we have ever signed, as a JWKS. */
export async function loader({ context }: Route.LoaderArgs) {
  const keys = await orRefusal(context, listKeys({ ...context.get(visitor), signer: context.get(credentialSigner) }));
  return Response.json({ keys }, { headers: { "Cache-Control": "public, max-age=300" } });
}
