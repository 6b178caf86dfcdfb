import { getEvent } from "#domain/events/queries.ts";
import { findPicture } from "#domain/pictures/queries.ts";
import { spanInWords, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { changing, orRefusal, pictures, showsOnly, visitor } from "../context.ts";
import type { Route } from "./+types/event-picture";

/**
 * The preview picture of a shared event: its title, time, location and type, and its uploaded photo or the type's
 * scene.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(visitor);
  const event = await orRefusal(context, getEvent(ctx, params.id));
  context.get(showsOnly)(event._id);
  const { date, hours } = spanInWords(spanOf(event), true);
  const words = {
    eventType: event.eventType,
    eventTypeLabel: say(`event_type.${event.eventType}`),
    title: event.title,
    when: `${date}\n${hours}`,
    place: event.location,
    photo: event.thumbnailUrl,
  };
  // Pictures from other sites are not fetched: anybody could make us send any request.
  const readPhoto = () => findPicture(ctx, event.thumbnailUrl);
  const picture = await orRefusal(context, context.get(pictures).drawEvent(words, readPhoto));
  return new Response(new Uint8Array(picture), {
    headers: { "Content-Type": "image/png", "Cache-Control": changing },
  });
}
