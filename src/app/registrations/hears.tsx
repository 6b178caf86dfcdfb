import { useState } from "react";

import type { Event } from "#domain/events/shapes.ts";
import { makesOffers } from "#domain/registrations/rules.ts";
import { say } from "#messages/events-page.ts";

/** How somebody on the waitlist hears of a spot: in turn, or on the eve with all others. */
export function Hears({ eventDate }: Pick<Event, "eventDate">) {
  const [now] = useState(() => new Date());
  return say(makesOffers(eventDate, now) ? "event.page.wait" : "event.page.wait.eve");
}
