import { useEffect, useRef, useState } from "react";

import { flushSync } from "react-dom";

import { undoTime } from "#domain/registrations/rules.ts";
import type { Registration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/registrations-joined.ts";

import { ask } from "../session/ask.ts";
import { rescueFocus } from "../ui/focus.ts";
import { toast } from "../ui/toast.tsx";
import { refused } from "../session/refused.ts";

/**
 * Leaving events from a list, with ten seconds to undo it. The registration ends when they are over, or as soon as the page
 * is left: what was said to be left is left, even when nobody comes back.
 * @returns the registrations that are no longer to be shown, by their ids, and how to end one more
 */
export function useLeaving() {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const waiting = useRef(new Set<() => void>());

  useEffect(() => {
    const { current } = waiting;
    const leaveAll = () => current.forEach((leaveNow) => leaveNow());
    const whenHidden = () => document.visibilityState === "hidden" && leaveAll();
    document.addEventListener("visibilitychange", whenHidden);
    return () => {
      document.removeEventListener("visibilitychange", whenHidden);
      leaveAll();
    };
  }, []);

  const show = (id: string) => setGone((now) => new Set([...now].filter((other) => other !== id)));

  function leave({ _id, eventId, eventTitle, places }: Registration) {
    flushSync(() => setGone((now) => new Set([...now, _id])));
    // Its button had it.
    rescueFocus();
    const timer = setTimeout(leaveNow, undoTime);
    const closeNote = toast(
      "success",
      say("joined.left", { title: eventTitle, count: places }),
      { text: say("undo"), press: undo },
      undoTime,
    );
    waiting.current.add(leaveNow);

    function settle() {
      clearTimeout(timer);
      closeNote();
      waiting.current.delete(leaveNow);
    }
    function undo() {
      settle();
      show(_id);
    }
    function leaveNow() {
      settle();
      // The page may be going: the browser sees to it that this arrives.
      const init = { keepalive: true };
      ask((api) => api["join-event"][":eventId"].$delete({ param: { eventId } }, { init })).catch((error: unknown) => {
        show(_id);
        refused(error, say("joined.left.failed"));
      });
    }
  }

  return { gone, leave };
}
