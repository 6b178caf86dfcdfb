import { originOf } from "../context.ts";
import type { Route } from "./+types/robots";

/** Allows search engines to read everything public. Members' own pages are empty without a session. */
export function loader({ context }: Route.LoaderArgs) {
  const lines = [
    "User-agent: *",
    ...["/api/", "/create-event", "/joined-events", "/manage-events"].map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${context.get(originOf)}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
