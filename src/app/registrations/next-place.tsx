import { lazy, Suspense, useLayoutEffect, useState } from "react";

import { useSession } from "../session/session.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { kept } from "../ui/storage.ts";
import { nextMark } from "./next-mark.ts";

// Of what is loaded later, which brings no style of its own.
import "./next-up.css";

const NextOnHome = lazy(() => import("./next-on-home.tsx"));

/**
 * Where home opens with a member's next event. Its room is kept from the first paint, by the script before it or here; where it
 * was not, as nobody knew of a member then, the event is a line at the end of the screen: nothing moves under a reader's eyes.
 */
export function NextPlace() {
  const session = useSession();
  const [wasMember] = useState(session.status === "member");
  useLayoutEffect(() => {
    if (wasMember && kept(nextMark) !== "none") document.documentElement.dataset["next"] = "kept";
  }, [wasMember]);
  return (
    <div className="next-place">
      {session.status === "member" && (
        <Suspense fallback={<Spinner />}>
          <NextOnHome email={session.user.email} />
        </Suspense>
      )}
    </div>
  );
}
