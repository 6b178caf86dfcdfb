import { useSyncExternalStore } from "react";

import { daysAfter, wallClockIn } from "#domain/events/rules.ts";

/**
 * The day that it is where the reader is, as `2026-11-28`; null on the server and until the page has come to life, and where
 * the reader's clock is wrong: anywhere on earth it is a day before or after `utc` at most, the day in UTC.
 */
export function useReadersDay(utc: string): string | null {
  const day = useSyncExternalStore(
    () => () => {},
    () => wallClockIn(new Date(), new Intl.DateTimeFormat().resolvedOptions().timeZone).date,
    () => null,
  );
  return day && day >= daysAfter(utc, -1) && day <= daysAfter(utc, 1) ? day : null;
}
