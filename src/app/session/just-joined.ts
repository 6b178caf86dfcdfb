import { useEffect, useState } from "react";

let joined: string | null = null;

/** Notes that an event was joined on the way to its page, which then says so. */
export function noteJoined(eventId: string): void {
  joined = eventId;
}

/** Whether that was noted of an event when its page came, and how to change that; it is told once. */
export function useJustJoined(eventId: string) {
  const [isJoined, setJoined] = useState(() => joined === eventId);
  // Only when it is shown: what is drawn may be drawn again before that.
  useEffect(() => {
    if (joined === eventId) joined = null;
  }, [eventId]);
  return [isJoined, setJoined] as const;
}
