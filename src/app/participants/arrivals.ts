import type { Event } from "#domain/events/shapes.ts";
import { marksFrom } from "#domain/gates/rules.ts";
import type { Gate } from "#domain/gates/shapes.ts";
import { hoursTogether } from "#domain/outcomes/rules.ts";
import { hasEnded, spanOf } from "#domain/time-zones/rules.ts";

import { ask } from "../session/ask.ts";

/**
 * The people who are at an event or came to it. The gate knows them while it runs; afterwards the organizer's report
 * counts, or else the gate.
 */
export type Arrivals = {
  state: "here" | "checked_in" | "came";
  /**
   * People on the list and their guests who are there, by id, with the time of arrival; null once the event is over.
   */
  there: ReadonlyMap<string, string | null>;
  /** The time at which the gate asked for a guardian, by the ids of people on the list and their guests. */
  asked: ReadonlyMap<string, string>;
  /** The number of people on the list. */
  listed: number;
  /** People who came without being on the list: walk-ins, and people whom the organizer's report adds. */
  walkIns: WalkIn[];
  /** True if all of these people are walk-ins of the gate. */
  areWalkIns: boolean;
  /** The report's totals, and whether anybody was thanked; null before the report. */
  said: { people: number; hours: number; isThanked: boolean } | null;
};
export type WalkIn = {
  id: string;
  /** Empty once the name is deleted. */
  name: string;
  under18: boolean;
  phone: string | null;
  email: string | null;
  since: string | null;
  guardianAskedAt: string | null;
};

/** The arrivals of an event; null before the gate counts, and if nobody is known to have come. */
export async function arrivalsTo(event: Event, now: Date): Promise<Arrivals | null> {
  const { _id, status } = event;
  const span = spanOf(event);
  if (status !== "active" || now < marksFrom(span)) return null;
  return hasEnded(span, now) ? cameTo(_id) : hereAt(_id);
}

const gateOf = (eventId: string): Promise<Gate> => ask((api) => api.gates[":eventId"].$get({ param: { eventId } }));

async function hereAt(eventId: string): Promise<Arrivals | null> {
  const { people, walkIns } = await gateOf(eventId);
  const here = people.filter(({ state }) => state === "here");
  if (here.length === 0 && walkIns.length === 0) return null;
  const there = new Map(here.map(({ id, since }) => [id, since]));
  return {
    state: "here",
    there,
    asked: askedIn(people),
    listed: people.length,
    walkIns,
    areWalkIns: true,
    said: null,
  };
}

const askedIn = (people: Gate["people"]): Map<string, string> =>
  new Map(people.flatMap(({ id, guardianAskedAt: at }) => (at === null ? [] : [[id, at] as const])));

async function cameTo(id: string): Promise<Arrivals | null> {
  const { sentAt, fromGate, people, hours } = await ask((api) => api.events[":id"].afterwards.$get({ param: { id } }));
  if (sentAt === null && !fromGate) return null;
  const gate = fromGate ? await gateOf(id) : null;
  const known = new Map((gate?.walkIns ?? []).map((walkIn) => [walkIn.id, walkIn]));
  const came = people.filter((person) => person.came);
  const others = came.filter(({ isListed }) => !isListed);
  return {
    state: sentAt === null ? "checked_in" : "came",
    there: new Map(came.filter(({ isListed }) => isListed).map(({ _id }) => [_id, null])),
    asked: askedIn(gate?.people ?? []),
    listed: people.filter(({ isListed }) => isListed).length,
    walkIns: others.map(({ _id, name }) => {
      const { under18 = false, phone = null, email = null, guardianAskedAt = null } = known.get(_id) ?? {};
      return { id: _id, name: name ?? "", under18, phone, email, since: null, guardianAskedAt };
    }),
    areWalkIns: others.every(({ _id }) => known.has(_id)),
    said:
      sentAt === null
        ? null
        : {
            people: came.length,
            hours: hoursTogether(hours, came),
            isThanked: came.some((person) => person.isThanked),
          },
  };
}
