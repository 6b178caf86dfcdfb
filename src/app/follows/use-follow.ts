import { useEffect, useState } from "react";

import type { FollowInput } from "#domain/follows/shapes.ts";

import { ask } from "../session/ask.ts";
import { whoIsHere } from "../session/identity.ts";
import { refused } from "../session/refused.ts";
import { useSession } from "../session/session.tsx";
import { openPart } from "../ui/open-part.ts";
import { toast } from "../ui/toast.tsx";

export type Wish = Pick<FollowInput, "about" | "id" | "filter">;

/** What is said when something is followed, and when it no longer is. */
type Words = { done: string; ended: string; change?: string };

/** What a member follows, asked for once on a page, and again after each change: many buttons want to know. */
let known: { of: string; answer: ReturnType<typeof readFollows> } | null = null;
const readFollows = () => ask((api) => api.account.follows.$get());

function followsOf(memberId: string) {
  if (known?.of !== memberId) known = { of: memberId, answer: readFollows() };
  return known.answer;
}

const zone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Whether the member who is here follows something, by the id of that; how that changes; and whether somebody who is not logged in is
 * asked for their address, in a sheet that `loadSheet` fetches.
 */
export function useFollow(wish: Wish, words: Words, loadSheet: () => Promise<unknown>) {
  const session = useSession();
  const [followed, setFollowed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const { about, id = null, filter = null } = wish;
  // Who has not confirmed their address follows nothing.
  const memberId = session.status === "member" && session.user.emailVerified ? session.user.id : null;

  useEffect(() => {
    if (!memberId) return;
    let current = true;
    followsOf(memberId).then(
      ({ follows }) => {
        const mine = follows.find((one) => one.about === about && one.id === id && one.filter === filter);
        return current && setFollowed(mine?._id ?? null);
      },
      // To follow it once more changes nothing, so not knowing does no harm.
      () => (known = null),
    );
    return () => {
      current = false;
    };
  }, [memberId, about, id, filter]);

  async function press() {
    if (busy) return;
    setBusy(true);
    try {
      if (!(await whoIsHere())) openPart(loadSheet, () => setAsking(true));
      else if (followed) await end(followed);
      else await begin();
    } catch (error) {
      refused(error);
    }
    setBusy(false);
  }

  async function begin() {
    const json = { ...wish, timeZone: zone() };
    const { insertedId } = await ask((api) => api.account.follows.$post({ json }));
    known = null;
    setFollowed(insertedId);
    toast("success", words.done, words.change ? { text: words.change, to: "/account" } : undefined);
  }

  async function end(followId: string) {
    await ask((api) => api.account.follows[":id"].$delete({ param: { id: followId } }));
    known = null;
    setFollowed(null);
    toast("success", words.ended);
  }

  return { isOn: followed !== null, busy, asking, press: () => void press(), close: () => setAsking(false) };
}
