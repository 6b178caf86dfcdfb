import { renderSVG } from "uqr";

import { getEvent } from "#domain/events/queries.ts";

import { changing, orRefusal, originOf, showsOnly, visitor } from "../context.ts";
import { eventPath } from "#domain/events/rules.ts";
import type { Route } from "./+types/event-qr";

/** The event's address as a QR code, for the poster that its page prints as. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const event = await orRefusal(context, getEvent(context.get(visitor), params.id));
  context.get(showsOnly)(event._id);
  return new Response(renderSVG(`${context.get(originOf)}${eventPath(event._id)}`, { border: 0 }), {
    headers: { "Content-Type": "image/svg+xml", "Cache-Control": changing },
  });
}
