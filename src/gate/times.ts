import { textIn } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { whole } from "#app/ui/whole.ts";
import type { KeptGate } from "./gate-state.ts";

type Zoned = Pick<KeptGate, "event">;

const zoneOf = ({ event }: Zoned) => event?.timeZone ?? "UTC";

/** '9:14 AM', by the event's clock. */
export const clockTime = (gate: Zoned, at: string | number): string => textIn(zoneOf(gate), "time", new Date(at));

/** 'Sat, Nov 21'. */
export const dayOf = (gate: Zoned, at: string | number): string => textIn(zoneOf(gate), "dayOfMonth", new Date(at));

/** 'Sat, Nov 21, 9:30 AM', which can break only after the weekday. */
export const momentIn = (gate: Zoned, at: string | number): string => {
  const moment = whole(say("when.moment", { day: dayOf(gate, at), time: clockTime(gate, at) }));
  return moment.replace(",\u00a0", ", ");
};

/** The time of a mark and its phone: this device, another by its number, or the organizer, who has none. */
export function placeOf(device: number | null, own: number, time: string): string {
  if (device === own) return say("gate.log.own", { time });
  return device === null ? say("gate.log.organizer", { time }) : say("gate.log.other", { time, number: device });
}
