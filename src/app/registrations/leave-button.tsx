import { lazy, Suspense, useState } from "react";

import { say } from "#messages/events-page.ts";

import type { LeaveDialogProps } from "./leave-dialog.tsx";

const LeaveDialog = lazy(() => import("./leave-dialog.tsx"));

/** Leaves the event or its waitlist, after a question. */
export function LeaveButton(props: Omit<LeaveDialogProps, "onClose">) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        {say(props.registration.state === "waiting" ? "event.leave.waitlist" : "event.leave")}
      </button>
      {asking && (
        <Suspense>
          <LeaveDialog {...props} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
