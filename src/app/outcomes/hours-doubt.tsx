import { hoursStep } from "#domain/outcomes/rules.ts";
import { say } from "#messages/outcomes-after.ts";

import type { Doubt } from "./doubt.ts";

type DoubtProps = {
  doubt: Doubt | null;
  /** Whether it is about everybody without hours of their own. */
  isOfAll?: boolean;
  /** They are right. */
  onRight: () => void;
  onChange: (hours: number) => void;
};

/** A question about hours that are far from what is known. Nothing waits for an answer. */
export function HoursDoubt({ doubt, isOfAll = false, onRight, onChange }: DoubtProps) {
  if (!doubt) return <div role="status" className="after-doubt" />;
  const { by, hours, minutes } = doubt;
  const known = Math.max(hoursStep, Math.round(minutes / 60 / hoursStep) * hoursStep);
  const values = {
    time: minutes < 60 ? say("after.hours.minutes", { count: minutes }) : inHours(known),
    hours: inHours(hours),
  };
  const words = by === "event" ? "after.hours.far.event" : isOfAll ? "after.hours.far.all" : "after.hours.far";
  return (
    <div role="status" className="after-doubt">
      <p>{say(words, values)}</p>
      <div>
        <button type="button" className="btn btn-outline" onClick={onRight}>
          {say("after.hours.far.right", values)}
        </button>
        <button type="button" className="btn btn-outline" onClick={() => onChange(known)}>
          {say("after.hours.far.instead", { hours: inHours(known) })}
        </button>
      </div>
    </div>
  );
}

const inHours = (count: number): string => say("after.hours.count", { count });
