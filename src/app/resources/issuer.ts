import { issuerProfile } from "#domain/records/proving.ts";

import { originOf } from "../context.ts";
import type { Route } from "./+types/issuer";

/** The site as the issuer of credentials: an Open Badges 3.0 profile, with the context that it needs. */
export const loader = ({ context }: Route.LoaderArgs) =>
  Response.json(
    {
      "@context": [
        "https://www.w3.org/ns/credentials/v2",
        "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
      ],
      ...issuerProfile(context.get(originOf)),
    },
    { headers: { "Cache-Control": "public, max-age=3600" } },
  );
