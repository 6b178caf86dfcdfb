import { listCommunitySlugs } from "#domain/communities/queries.ts";
import { communityPath } from "#domain/communities/rules.ts";
import { isFirstFile, listEventAddresses, listSitemapFiles, listTownsWithEvents } from "#domain/events/sitemap.ts";
import { inTurns } from "#domain/turns.ts";

import { orRefusal, originOf, visitor } from "../context.ts";
import { publicPages } from "../public-pages.ts";
import { listPath, eventPath, queryOf } from "#domain/events/rules.ts";
import type { Route } from "./+types/sitemap";

/**
 * Every public page for search engines: the fixed ones, the list around towns, communities, and each upcoming event. If
 * these exceed one file, it is an index of files, each at this address with `?from=`.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const [ctx, origin] = [context.get(visitor), context.get(originOf)];
  const from = new URL(request.url).searchParams.get("from");
  if (from === null) {
    const files = await orRefusal(context, listSitemapFiles(ctx));
    if (files.length > 1)
      return xml(
        "sitemapindex",
        files.map((file) => `<sitemap><loc>${origin}/sitemap.xml?from=${file}</loc></sitemap>`),
      );
  }
  const events = await orRefusal(context, listEventAddresses(ctx, from ?? undefined));
  const places =
    from === null || isFirstFile(from)
      ? [
          ...publicPages,
          ...(await orRefusal(context, listTownPages(ctx))),
          ...(await orRefusal(context, listCommunitySlugs(ctx))).map(communityPath),
        ]
      : [];
  const entryOf = ({ id, changed }: (typeof events)[number]) =>
    `<url><loc>${origin}${eventPath(id)}</loc><lastmod>${changed.toISOString()}</lastmod></url>`;
  return xml("urlset", [
    ...places.map((path) => `<url><loc>${origin}${path}</loc></url>`),
    ...(await inTurns(events, entryOf)),
  ]);
}

/** The list around each town with an upcoming event. */
const listTownPages = async (ctx: Parameters<typeof listTownsWithEvents>[0]) =>
  (await listTownsWithEvents(ctx)).map((near) => listPath(queryOf({ near })));

function xml(name: "urlset" | "sitemapindex", entries: string[]): Response {
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("\n")}
</${name}>
`;
  return new Response(text, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
