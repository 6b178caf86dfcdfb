import { useState } from "react";

import { forget, keep, kept } from "../ui/storage.ts";
import { useAlive } from "../ui/use-alive.ts";

/** What waits at an event for the code from a mail, as `pending.ts` writes it, and how that changes; null for nothing. */
export function usePending(eventId: string) {
  const key = `goodturn.pending.${eventId}`;
  const alive = useAlive();
  const [changed, setChanged] = useState<{ key: string; pending: string | null }>();
  const pending = changed?.key === key ? changed.pending : alive ? kept(key) : null;

  function change(to: string | null) {
    if (to === null) forget(key);
    else keep(key, to);
    setChanged({ key, pending: to });
  }
  return [pending, change] as const;
}
