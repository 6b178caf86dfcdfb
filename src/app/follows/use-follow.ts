import { useEffect, useState } from "react";

import { whoIsHere } from "../session/identity.ts";
import { useSession } from "../session/session.tsx";
import { openPart } from "../ui/open-part.ts";
import type { Wish } from "./own-follows.ts";

// Loaded on demand: only members need it, and not at first.
const loadOwn = () => import("./own-follows.ts");

/**
 * Tells if the reader is a member and follows the subject, with a function to change that. A visitor is asked for their
 * address, in a sheet that `loadSheet` fetches. `name` is the subject, in words.
 */
export function useFollow(wish: Wish, name: string, loadSheet: () => Promise<unknown>) {
  const session = useSession();
  const [followed, setFollowed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const { about, id, filter } = wish;
  // A member without a confirmed address follows nothing.
  const memberId = session.status === "member" && session.user.emailVerified ? session.user.id : null;

  useEffect(() => {
    if (!memberId) return;
    let current = true;
    loadOwn()
      .then(({ findFollow }) => findFollow(memberId, { about, id, filter }))
      .then(
        (found) => current && setFollowed(found),
        () => {},
      );
    return () => {
      current = false;
    };
  }, [memberId, about, id, filter]);

  async function press() {
    if (busy) return;
    setBusy(true);
    if (!(await whoIsHere())) openPart(loadSheet, () => setAsking(true));
    else {
      const { changeFollow } = await loadOwn().catch(() => ({ changeFollow: null }));
      if (changeFollow) setFollowed(await changeFollow(wish, name, followed));
      else openPart(loadOwn, () => {});
    }
    setBusy(false);
  }

  return {
    isMember: session.status === "member",
    isOn: followed !== null,
    busy,
    asking,
    press: () => void press(),
    close: () => setAsking(false),
  };
}
