import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useRevalidator } from "react-router";

import type { Community } from "#domain/communities/shapes.ts";
import type { OwnCommunity } from "#domain/rights/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { whoIsHere } from "../session/identity.ts";
import { intend, takeIntention } from "../session/intention.ts";
import { Refusal } from "../session/refusal.ts";
import { cameFrom } from "../session/return-address.ts";
import { useSession } from "../session/session.tsx";
import { toast } from "../ui/toast.tsx";

const none: ReadonlySet<string> = new Set();

type Run = { of: string; communities: readonly OwnCommunity[] };
type Own = { of: string; communities: ReadonlySet<string> };
const ofMember = ({ of, communities }: Own, memberId: string | null) => (of === memberId ? communities : none);

/**
 * The communities of the logged-in member, those that they run, and functions to join and leave: specification 4
 * 'Community card', 8. A visitor is asked to log in, and then joins automatically. `fresh` is the community that the
 * member has just joined or asked to join, until they have chosen what they want there.
 */
export function useMemberships() {
  const session = useSession();
  const { pathname, search } = useLocation();
  const cursor = new URLSearchParams(search).get("cursor");
  const { revalidate } = useRevalidator();
  const [own, setOwn] = useState<Own>({ of: "", communities: none });
  const [run, setRun] = useState<Run>({ of: "", communities: [] });
  const [changing, setChanging] = useState<string | null>(null);
  const [fresh, setFresh] = useState<string | null>(null);
  const memberId = session.status === "member" ? session.user.id : null;

  useEffect(() => {
    if (!memberId) return;
    let current = true;
    ask((api) => api.community.$get({ query: cursor === null ? {} : { cursor } })).then(
      (all) => {
        const joined = all.filter((community) => community.joinedMembers.length > 0).map(({ _id }) => _id);
        // This answer may lack communities joined in the meantime.
        return (
          current && setOwn((now) => ({ of: memberId, communities: new Set([...ofMember(now, memberId), ...joined]) }))
        );
      },
      // Joining twice changes nothing, so a failed request does no harm.
      () => {},
    );
    ask((api) => api.account.communities.$get({})).then(
      (communities) => current && setRun({ of: memberId, communities }),
      // Their own page still leads to the settings.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [memberId, cursor]);

  const resume = useEffectEvent(() => {
    const intention = takeIntention("community");
    if (intention) void join({ _id: intention.id, title: intention.title });
  });
  useEffect(() => {
    if (memberId) resume();
  }, [memberId]);

  async function join({ _id: communityId, title }: Pick<Community, "_id" | "title">) {
    if (changing) return;
    setChanging(communityId);
    const user = await whoIsHere();
    if (!user) {
      setChanging(null);
      intend({ kind: "community", id: communityId, title }, pathname);
      toast("error", say("community.login"), { text: say("nav.login"), to: "/login", state: cameFrom(pathname) });
      return;
    }
    try {
      const { id, email } = user;
      const { waits } = await ask((api) => api.joinCommunity.$patch({ json: { communityId, email } }));
      if (waits) toast("success", say("community.asked.done"));
      else setOwn((now) => ({ of: id, communities: new Set([...ofMember(now, id), communityId]) }));
      if (!waits) toast("success", say("community.done"));
      setFresh(communityId);
      await revalidate();
    } catch (error) {
      toast("error", error instanceof Refusal ? error.message : say("community.failed"));
    }
    setChanging(null);
  }

  const forget = (communityId: string) =>
    setOwn((now) => ({ ...now, communities: new Set([...now.communities].filter((id) => id !== communityId)) }));

  async function leave(communityId: string) {
    if (changing || !memberId) return;
    setChanging(communityId);
    try {
      await ask((api) => api.leaveCommunity.$patch({ json: { communityId } }));
      forget(communityId);
      toast("success", say("community.left"));
      await revalidate();
    } catch (error) {
      toast("error", error instanceof Refusal ? error.message : say("community.leave_failed"));
    }
    setChanging(null);
  }

  return {
    joined: ofMember(own, memberId),
    run: run.of === memberId ? run.communities : [],
    changing,
    join,
    leave,
    forget,
    fresh,
    endFresh: () => setFresh(null),
  };
}
