import { useEffect, useState } from "react";
import { useLocation, useRevalidator } from "react-router";

import { say } from "#messages/communities.ts";

import { ask } from "../session/ask.ts";
import { whoIsHere } from "../session/identity.ts";
import { Refusal } from "../session/refusal.ts";
import { useSession } from "../session/session.tsx";
import { toast } from "../ui/toast.tsx";

const none: ReadonlySet<string> = new Set();

/**
 * The communities of the signed-in member, and how to join one more: specification 4 'Community card', 8. A visitor is
 * asked to log in, and comes back.
 */
export function useMemberships() {
  const session = useSession();
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const [own, setOwn] = useState<{ of: string; communities: ReadonlySet<string> }>({ of: "", communities: none });
  const [joining, setJoining] = useState<string | null>(null);
  const memberId = session.status === "member" ? session.user.id : null;

  useEffect(() => {
    if (!memberId) return;
    let current = true;
    ask((api) => api.community.$get()).then(
      (all) => {
        const joined = all.filter((community) => community.joinedMembers.length > 0).map(({ _id }) => _id);
        return current && setOwn({ of: memberId, communities: new Set(joined) });
      },
      // Joining once more changes nothing, so not knowing does no harm.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [memberId]);

  async function join(communityId: string) {
    if (joining) return;
    setJoining(communityId);
    const user = await whoIsHere();
    if (!user) {
      setJoining(null);
      toast("error", say("community.login"), { text: say("nav.login"), to: "/login", state: { from: pathname } });
      return;
    }
    try {
      const { id, email } = user;
      await ask((api) => api.joinCommunity.$patch({ json: { communityId, email } }));
      setOwn((now) => ({ of: id, communities: new Set([...(now.of === id ? now.communities : none), communityId]) }));
      toast("success", say("community.done"));
      await revalidate();
    } catch (error) {
      toast("error", error instanceof Refusal ? error.message : say("community.failed"));
    }
    setJoining(null);
  }

  return { joined: own.of === memberId ? own.communities : none, joining, join };
}
