import { partsIn, textIn } from "#domain/time-zones/rules.ts";

import { whole } from "../ui/whole.ts";
import type { KeptGate } from "./gate-state.ts";

type Zoned = Pick<KeptGate, "event">;

const zoneOf = ({ event }: Zoned) => event?.timeZone ?? "UTC";

/** '9:14 AM', by the event's clock. */
export const clockTime = (gate: Zoned, at: string | number): string => textIn(zoneOf(gate), "time", new Date(at));

/** 'Sat, Nov 21'. */
export function dayOf(gate: Zoned, at: string | number): string {
  const { weekday, month, day } = partsIn(zoneOf(gate), "date", new Date(at));
  return `${weekday}, ${month} ${day}`;
}

/** 'Sat, Nov 21, 9:30 AM', which is not broken but after the weekday. */
export const momentIn = (gate: Zoned, at: string | number): string => {
  const [weekday, day] = dayOf(gate, at).split(/, /);
  return `${weekday}, ${whole(`${day}, ${clockTime(gate, at)}`)}`;
};
