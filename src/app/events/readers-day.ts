import { useSyncExternalStore } from "react";

import { daysAfter, wallClockIn } from "#domain/events/rules.ts";

/**
 * The reader's own day, such as `2026-11-28`; null on the server, until hydration, and if the reader's clock is wrong.
 * Everywhere on earth the day is at most one away from `utc`, the day in UTC.
 */
export function useReadersDay(utc: string): string | null {
  const day = useSyncExternalStore(
    () => () => {},
    () => wallClockIn(new Date(), new Intl.DateTimeFormat().resolvedOptions().timeZone).date,
    () => null,
  );
  return day && day >= daysAfter(utc, -1) && day <= daysAfter(utc, 1) ? day : null;
}
