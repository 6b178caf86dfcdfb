import { useCallback, useState } from "react";

import { peopleIn, spotsOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { hasEnded, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { askPage, type ListPage } from "../session/ask.ts";
import { useAnswer } from "../session/use-answer.ts";
import { isUpcoming } from "./managed-card.tsx";
import { peopleToCall, type PersonToCall, ToCall } from "./to-call.tsx";

type EventToCall = { event: Event; people: PersonToCall[] };

/** Lists the people to call at each of an organizer's events to come, before all of those events are canceled. */
export function ToCallEverywhere({ email }: { email: string }) {
  const [now] = useState(() => new Date());
  const { asked } = useAnswer(useCallback(() => callsNeeded(email, now), [email, now]));
  if (asked.status !== "there") return null;
  return asked.answer.map(({ event, people }) => (
    <ToCall
      key={event._id}
      people={people}
      lead={say("calls.lead_at", { title: event.title, count: people.length })}
      className="mt-3"
    />
  ));
}

/** The events to come with people who have no e-mail address, the soonest first. */
async function callsNeeded(email: string, now: Date): Promise<EventToCall[]> {
  const found: EventToCall[] = [];
  let cursor: string | null = null;
  do {
    const query = { email, order: "upcoming" as const, limit: "100", ...(cursor && { cursor }) };
    const page: ListPage<Event> = await askPage((api) => api.myEvents.$get({ query }));
    for (const event of page.rows.filter((each) => isUpcoming(each, now) && peopleIn(spotsOf(each)) > 0)) {
      const people = await peopleToCall(event._id);
      if (people.length > 0) found.push({ event, people });
    }
    // Events to come are listed before past ones.
    cursor = page.rows.some((event) => hasEnded(spanOf(event), now)) ? null : page.next;
  } while (cursor !== null);
  return found;
}
