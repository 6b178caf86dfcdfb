import { useEffect, useState } from "react";

let joined: string | null = null;

/** Notes that an event was joined on the way to its page, which then says so. */
export function noteJoined(eventId: string): void {
  joined = eventId;
}

/** The note for an event when its page appeared, and its setter; the note is shown once. */
export function useJustJoined(eventId: string) {
  const [isJoined, setJoined] = useState(() => joined === eventId);
  // Cleared only after it is shown: React may render twice before that.
  useEffect(() => {
    if (joined === eventId) joined = null;
  }, [eventId]);
  return [isJoined, setJoined] as const;
}
