import { lazy, Suspense, useState } from "react";

import { say } from "#messages/events-page.ts";

import type { LeaveEventProps } from "./leave-event.tsx";

const LeaveEvent = lazy(() => import("./leave-event.tsx"));

/** Leaves the event or its waitlist, after a question. */
export function LeaveButton(props: Omit<LeaveEventProps, "onClose">) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        {say(props.registration.state === "waiting" ? "event.leave.waitlist" : "event.leave")}
      </button>
      {asking && (
        <Suspense>
          <LeaveEvent {...props} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
