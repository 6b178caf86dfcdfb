import { listEventAddresses } from "#domain/events/queries.ts";
import { inTurns } from "#domain/turns.ts";

import { originOf, visitor } from "../context.ts";
import { publicPages } from "../public-pages.ts";
import { eventPath } from "#domain/events/rules.ts";
import type { Route } from "./+types/sitemap";

/** Every public page for search engines: the ones that are always there, and each upcoming event. */
export async function loader({ context }: Route.LoaderArgs) {
  const origin = context.get(originOf);
  const events = await listEventAddresses(context.get(visitor));
  const places = publicPages.map((path) => `<url><loc>${origin}${path}</loc></url>`);
  const entryOf = ({ id, changed }: (typeof events)[number]) =>
    `<url><loc>${origin}${eventPath(id)}</loc><lastmod>${changed.toISOString()}</lastmod></url>`;
  const entries = [...places, ...(await inTurns(events, entryOf))];
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("\n")}
</urlset>
`;
  return new Response(xml, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
