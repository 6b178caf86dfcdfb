import { lazy, Suspense } from "react";

import type { FollowFilterProps } from "../follows/follow-filter.tsx";

// Hardly anybody who looks at a list needs it, and without script it does nothing.
const FollowFilter = lazy(() => import("../follows/follow-filter.tsx"));

/** Follows what a list shows, once that is wanted; before, its room is kept. */
export function FollowFound({ isWanted, ...props }: FollowFilterProps & { isWanted: boolean }) {
  const room = <span aria-hidden className={`${props.className} invisible`} />;
  return isWanted ? (
    <Suspense fallback={room}>
      <FollowFilter {...props} />
    </Suspense>
  ) : (
    room
  );
}
