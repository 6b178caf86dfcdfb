import { getPicture } from "#domain/pictures/queries.ts";

import { orRefusal, visitor } from "../context.ts";
import type { Route } from "./+types/uploaded-picture";

/** Browsers keep the picture, but shared caches revalidate it soon, because a host may have hidden it. */
const inBrowsers = "public, max-age=31536000, s-maxage=300, immutable";

/** A picture that a member has uploaded. It never changes: another picture has another address. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = params.name.replace(/\.webp$/, "");
  const picture = await orRefusal(context, getPicture(context.get(visitor), id));
  return new Response(new Uint8Array(picture), {
    headers: { "Content-Type": "image/webp", "Cache-Control": inBrowsers },
  });
}
