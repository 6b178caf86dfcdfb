import { lazy, Suspense, useState } from "react";

import { say } from "#messages/events-page.ts";

import { openPart } from "../ui/open-part.ts";
import type { LeaveEventProps } from "./leave-event.tsx";

const loadQuestion = () => import("./leave-event.tsx");
const LeaveEvent = lazy(loadQuestion);

/** Leaves the event or its waitlist, after a question. */
export function LeaveButton(props: Omit<LeaveEventProps, "onClose">) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => openPart(loadQuestion, () => setAsking(true))}>
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
