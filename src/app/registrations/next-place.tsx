import { lazy, Suspense, useLayoutEffect, useState } from "react";

import { useSession } from "../session/session.tsx";
import { NextLoading } from "./next-loading.tsx";

// Lazily loaded modules bring no style of their own.
import "../events/leaf.css";
import "./next-place.css";
import "./next-up.css";

const NextOnHome = lazy(() => import("./next-on-home.tsx"));

/**
 * The place of a member's next event, at the top of home. Its space is reserved from the first paint, as high as the
 * event was the last time, by the inline script or here. If the browser did not know of a member then, the event is a
 * strip at the end of the screen, so that nothing moves while reading.
 */
export function NextPlace() {
  const session = useSession();
  const [wasMember] = useState(session.status === "member");
  useLayoutEffect(() => {
    if (wasMember) document.documentElement.dataset["next"] = "kept";
  }, [wasMember]);
  return (
    <div className="next-place">
      {session.status === "member" && (
        <Suspense fallback={<NextLoading />}>
          <NextOnHome email={session.user.email} />
        </Suspense>
      )}
    </div>
  );
}
