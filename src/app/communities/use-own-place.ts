import { useCallback, useState } from "react";
import { useLocation, useRevalidator } from "react-router";

import type { OwnPlace } from "#domain/communities/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { whoIsHere } from "../session/identity.ts";
import { refused } from "../session/refused.ts";
import { cameFrom } from "../session/return-address.ts";
import { useSession } from "../session/session.tsx";
import { useAnswer } from "../session/use-answer.ts";
import { useDeed } from "../session/use-deed.ts";
import { toast } from "../ui/toast.tsx";

const nobody: OwnPlace = { member: false, waiting: false, hears: null, isShown: false, role: null };

/**
 * The reader's own place in a community, with functions to join it, to leave it, and to change what they want.
 * `onLeft` is called after leaving.
 */
export function useOwnPlace(communityId: string, onLeft?: () => void) {
  const session = useSession();
  const memberId = session.status === "member" ? session.user.id : null;
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const fetchPlace = useCallback(
    () =>
      memberId === null
        ? Promise.resolve(nobody)
        : ask((api) => api.communities[":id"].membership.$get({ param: { id: communityId } })),
    [memberId, communityId],
  );
  const { asked, again, edit } = useAnswer(fetchPlace);
  /** True from joining until the reader has chosen what they want. */
  const [isFresh, setFresh] = useState(false);

  const joining = useDeed(async () => {
    if (!(await whoIsHere())) {
      toast("error", say("community.login"), { text: say("nav.login"), to: "/login", state: cameFrom(pathname) });
      return;
    }
    const { waits } = await ask((api) => api.joinCommunity.$patch({ json: { communityId } }));
    edit((place) => ({ ...place, member: !waits, waiting: waits === true, hears: waits ? null : true }));
    setFresh(true);
    await revalidate();
  });
  const leaving = useDeed(async () => {
    await ask((api) => api.leaveCommunity.$patch({ json: { communityId } }));
    edit(({ role }) => ({ ...nobody, role }));
    setFresh(false);
    onLeft?.();
    toast("success", say("community.left"));
    await revalidate();
  });
  // Each press shows at once, and is undone if it cannot be saved.
  const choosing = useDeed(
    async (choice: { hears?: boolean; isShown?: boolean }) => {
      edit((place) => ({ ...place, ...choice }));
      await ask((api) => api.communities[":id"].membership.$put({ param: { id: communityId }, json: choice }));
      if (choice.isShown !== undefined) await revalidate();
    },
    undefined,
    (error) => {
      again();
      refused(error);
    },
  );

  return {
    place: asked.status === "there" ? asked.answer : null,
    /** True while a member's place is being read. */
    isUnknown: memberId !== null && asked.status === "loading",
    isFresh,
    joining,
    leaving,
    choosing,
    endFresh: () => setFresh(false),
  };
}
