import { say } from "#messages/say.ts";

import type { EventOnCard } from "../events/on-card.ts";

/** Below this number, the spots left are few, as on the site. */
const few = 6;

/** The fact that decides whether the reader can come: under way, full, or the number of spots left. */
export function SpotsLeft({ event: { isUnderWay, left } }: { event: Pick<EventOnCard, "isUnderWay" | "left"> }) {
  if (isUnderWay) return <b>{say("card.under_way")}</b>;
  if (left === null) return null;
  return (
    <b className={left > 0 && left < few ? "few" : undefined}>
      {left === 0 ? say("card.full") : say("card.left", { count: left })}
    </b>
  );
}
