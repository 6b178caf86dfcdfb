import { useState } from "react";

import type { Event } from "#domain/events/shapes.ts";
import { makesOffers } from "#domain/registrations/rules.ts";
import { say } from "#messages/say.ts";

/** Says how people on the waitlist learn of a free spot: in turn, or on the eve all at once. */
export function Hears({ eventDate }: Pick<Event, "eventDate">) {
  const [now] = useState(() => new Date());
  return say(makesOffers(eventDate, now) ? "event.page.wait" : "event.page.wait.eve");
}
