import { say } from "#messages/say.ts";

import type { EventOnCard } from "../events/on-card.ts";

/** The fact that decides whether the reader can come: under way, full, or the number of spots left. */
export function SpotsLeft({ event: { isUnderWay, left } }: { event: Pick<EventOnCard, "isUnderWay" | "left"> }) {
  if (isUnderWay) return <b className="left">{say("card.under_way")}</b>;
  if (left === null) return null;
  return <b className="left">{left === 0 ? say("card.full") : say("card.left", { count: left })}</b>;
}
