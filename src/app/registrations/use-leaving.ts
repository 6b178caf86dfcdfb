import { useEffect, useRef, useState } from "react";

import { flushSync } from "react-dom";

import { undoTime } from "#domain/registrations/rules.ts";
import type { Registration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { rescueFocus } from "../ui/focus.ts";
import { toast } from "../ui/toast.tsx";
import { refused } from "../session/refused.ts";

/**
 * Leaves events from a list, with ten seconds to undo. The registration ends after that time, or as soon as the member
 * leaves the page: a decision to leave counts even if they never come back.
 * @returns the ids of registrations that are no longer shown, and a function to end another one
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

  function leave({ _id, eventId, eventTitle, spots }: Registration) {
    flushSync(() => setGone((now) => new Set([...now, _id])));
    // The button that had focus no longer exists.
    rescueFocus();
    const timer = setTimeout(leaveNow, undoTime);
    const closeNote = toast(
      "success",
      say("joined.left", { title: eventTitle, count: spots }),
      { text: say("undo"), press: undo },
      { stay: undoTime },
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
      // The page may be closing; `keepalive` makes the browser deliver this anyway.
      const init = { keepalive: true };
      ask((api) => api["join-event"][":eventId"].$delete({ param: { eventId } }, { init })).catch((error: unknown) => {
        show(_id);
        refused(error, say("joined.left.failed"));
      });
    }
  }

  return { gone, leave };
}
