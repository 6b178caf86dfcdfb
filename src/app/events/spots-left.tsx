import { fewSpots } from "#domain/events/rules.ts";
import { say } from "#messages/say.ts";

import type { EventOnCard } from "./on-card.ts";

import "./spots-left.css";

/** The fact that decides whether the reader can come: under way, full, or the number of spots left. */
export function SpotsLeft({ event: { isUnderWay, left } }: { event: Pick<EventOnCard, "isUnderWay" | "left"> }) {
  if (isUnderWay) {
    return (
      <p className="left live">
        <i />
        {say("card.under_way")}
      </p>
    );
  }
  if (left === null) return null;
  return (
    <p className={`left ${left > 0 && left < fewSpots ? "few" : ""}`}>
      {left === 0 ? say("card.full") : say("card.left", { count: left })}
    </p>
  );
}
