import { avatarNamed } from "#domain/members/rules.ts";

import type { Route } from "./+types/drawn-avatar";

/** The hues in degrees, as in `app.css` for the seven types. */
const hues = [205, 148, 40, 88, 8, 62, 288];

/** Two initials on a color, drawn from the address alone: it reads no database, reveals nothing, and never changes. */
export function loader({ params }: Route.LoaderArgs) {
  const avatar = avatarNamed(params.name);
  if (!avatar) throw new Response(null, { status: 404 });
  const hue = hues[avatar.hue];
  // Letters and digits only: nothing to escape.
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">
<rect width="96" height="96" fill="oklch(0.925 0.055 ${hue})"/>
<text x="48" y="49" fill="oklch(0.38 0.1 ${hue})" font-family="Figtree,system-ui,sans-serif" font-weight="600" font-size="38"
 text-anchor="middle" dominant-baseline="central">${avatar.initials}</text>
</svg>`;
  return new Response(drawing, {
    headers: {
      "Content-Type": "image/svg+xml",
      "Cache-Control": "public, max-age=31536000, immutable",
      // Opened as a page it is a document, which may load nothing.
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    },
  });
}
