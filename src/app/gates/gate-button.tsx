import { lazy, Suspense } from "react";

// Loads on demand, as only organizers need it, and only around the day.
const OpenGate = lazy(() => import("./open-gate.tsx"));

/** Opens the gate on this device; its space stays reserved while it loads. */
export const GateButton = ({ eventId, className }: { eventId: string; className: string }) => (
  <Suspense fallback={<span className={`${className} invisible`} />}>
    <OpenGate eventId={eventId} className={className} />
  </Suspense>
);
