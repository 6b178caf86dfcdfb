import { useState } from "react";
import { Outlet, useLocation } from "react-router";

import { say } from "#messages/say.ts";

import { Navigate } from "../addresses.ts";
import { Unverified } from "../accounts/unverified.tsx";
import { useSession } from "../session/session.tsx";
import { Spinner } from "../ui/spinner.tsx";

/**
 * The frame of every protected screen: a spinner until the session is known, then the screen, or the log-in page, which
 * leads back here (specification 2 'Routes'). A member who logs out here goes home.
 */
export default function MembersOnly() {
  const session = useSession();
  const { pathname, search } = useLocation();
  /** True if a member was on these pages. Visitors who come later logged out long before. */
  const [wasIn, setWasIn] = useState(false);
  if (session.status === "member" && !wasIn) setWasIn(true);
  if (session.status === "loading") {
    return (
      <>
        <noscript>
          <p className="sheet p-5 text-lg">{say("noscript.members")}</p>
        </noscript>
        <Spinner />
      </>
    );
  }
  // A member who logged out on purpose is not asked to log in again.
  if (session.status === "visitor" && session.hasLeft && wasIn) return <Navigate to="/" replace />;
  if (session.status === "visitor" || !session.user.email) {
    return <Navigate to="/login" replace state={{ from: pathname + search }} />;
  }
  return (
    <>
      {!session.user.emailVerified && <Unverified email={session.user.email} inFull={pathname === "/account"} />}
      <Outlet context={session.user} />
    </>
  );
}
