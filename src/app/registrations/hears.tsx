import { useState } from "react";

import { makesOffers } from "#domain/registrations/rules.ts";
import type { Span } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

/** Says how people on the waitlist learn of a free spot: in turn, or on the eve all at once. */
export function Hears({ span }: { span: Span }) {
  const [now] = useState(() => new Date());
  return say(makesOffers(span, now) ? "event.page.wait" : "event.page.wait.eve");
}
