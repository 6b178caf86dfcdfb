import { say } from "#messages/embeds.ts";

import type { EventOnCard } from "../events/on-card.ts";

/** Whether one can come: that it is under way or full, and else how many spots are left. */
export function SpotsLeft({ event: { isUnderWay, left } }: { event: Pick<EventOnCard, "isUnderWay" | "left"> }) {
  if (isUnderWay) return <b className="left">{say("card.under_way")}</b>;
  if (left === null) return null;
  return <b className="left">{left === 0 ? say("card.full") : say("card.left", { count: left })}</b>;
}
