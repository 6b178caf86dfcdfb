let joined: string | null = null;

/** Notes that an event was joined on the way to its page, which then says so. */
export function noteJoined(eventId: string): void {
  joined = eventId;
}

/** Whether that was noted of an event; it is told once. */
export function takeJoined(eventId: string): boolean {
  const isJoined = joined === eventId;
  if (isJoined) joined = null;
  return isJoined;
}
