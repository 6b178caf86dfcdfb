import { redirect } from "react-router";

import { otherCalendars } from "#domain/events/feeds.ts";
import { getEvent } from "#domain/events/queries.ts";

import { orRefusal, originOf, visitor } from "../context.ts";
import { eventPath } from "#domain/events/rules.ts";
import type { Route } from "./+types/event-in-calendar";

/**
 * Redirects to the form of Google's or Outlook's calendar, filled with the event. These long addresses are made here
 * and not on the page, where most readers do not need them.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const event = await orRefusal(context, getEvent(context.get(visitor), params.id));
  const forms = otherCalendars(event, `${context.get(originOf)}${eventPath(event._id)}`);
  if (params.calendar !== "google" && params.calendar !== "outlook") throw new Response(null, { status: 404 });
  return redirect(forms[params.calendar]);
}
