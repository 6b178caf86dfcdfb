import { useEffect, useMemo, useState } from "react";
import type { OwnRegistration } from "#domain/registrations/shapes.ts";
import type { OwnDates as Answer } from "#domain/series/shapes.ts";
import { ask } from "../session/ask.ts";
import { useSession } from "../session/session.tsx";

/** The reader's state at the dates of a series, by the ids of their events. */
export type OwnDates = ReadonlyMap<string, NonNullable<OwnRegistration["state"]>>;

type Known = { of: string; dates: Answer["dates"] };

/**
 * The dates of a series that the reader has joined. The shown date is as its page knows it; a change there is a reason
 * to ask again, and so is a call of the returned function. Nothing is known of visitors, or if the question fails.
 */
export function useOwnDates(seriesId: string, shownId: string, registration: OwnRegistration | undefined) {
  const session = useSession();
  const memberId = session.status === "member" ? session.user.id : null;
  const of = memberId && `${memberId} ${seriesId}`;
  const shown = registration?.state ?? null;
  const [known, setKnown] = useState<Known | null>(null);
  const [asked, setAsked] = useState(0);
  const question = of && `${of} ${shown} ${asked}`;
  useEffect(() => {
    let isLate = false;
    if (of !== null && question !== null)
      readOwnDates(seriesId).then(
        ({ dates }) => isLate || setKnown({ of, dates }),
        () => undefined,
      );
    return () => {
      isLate = true;
    };
  }, [of, question, seriesId]);
  const dates: OwnDates = useMemo(() => {
    const own = new Map<string, NonNullable<OwnRegistration["state"]>>();
    for (const { eventId, state } of known?.of === of && known ? known.dates : []) if (state) own.set(eventId, state);
    own.delete(shownId);
    return shown ? own.set(shownId, shown) : own;
  }, [known, of, shownId, shown]);
  return [dates, () => setAsked((times) => times + 1)] as const;
}

/** Reads the reader's own side of a series' dates. @throws Refusal */
export const readOwnDates = (seriesId: string) => ask((api) => api.series[":id"].own.$get({ param: { id: seriesId } }));
