import { lazy, Suspense } from "react";

// For organizers only, and only around the day.
const OpenGate = lazy(() => import("./open-gate.tsx"));

/** Opens the gate on this device; its room is kept, unseen, until it is there. */
export const GateButton = ({ eventId, className }: { eventId: string; className: string }) => (
  <Suspense fallback={<span className={`${className} invisible`} />}>
    <OpenGate eventId={eventId} className={className} />
  </Suspense>
);
