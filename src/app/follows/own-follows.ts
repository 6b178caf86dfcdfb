import type { FollowInput } from "#domain/follows/shapes.ts";
import { say } from "#messages/follows-done.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { toast } from "../ui/toast.tsx";
import { whenTold } from "./when-told.ts";

/** What is to be followed. */
export type Wish = Pick<FollowInput, "about" | "id" | "filter">;

/** What a member follows, asked for once on a page, and again after each change: many buttons want to know. */
let known: { of: string; answer: ReturnType<typeof readFollows> } | null = null;
const readFollows = () => ask((api) => api.account.follows.$get());

/** The id of the follow by which a member follows something; null when they do not, or when that cannot be known: to follow it once more changes nothing. */
export async function findFollow(memberId: string, { about, id, filter }: Wish): Promise<string | null> {
  if (known?.of !== memberId) known = { of: memberId, answer: readFollows() };
  try {
    const { follows } = await known.answer;
    return (
      follows.find((one) => one.about === about && one.id === (id ?? null) && one.filter === (filter ?? null))?._id ??
      null
    );
  } catch {
    known = null;
    return null;
  }
}

/**
 * Follows something, or ends the follow that there is, and says so.
 * @param name what is followed, in words @param followed the id of the follow that there is, or null
 * @returns the same after that
 */
export async function changeFollow(wish: Wish, name: string, followed: string | null): Promise<string | null> {
  known = null;
  const kind = wish.about === "event" ? "spot" : wish.about === "filter" ? "filter" : "one";
  try {
    if (followed) {
      await ask((api) => api.account.follows[":id"].$delete({ param: { id: followed } }));
      toast("success", say(`follows.ended.${kind}`, { name }));
      return null;
    }
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const { insertedId } = await ask((api) => api.account.follows.$post({ json: { ...wish, timeZone } }));
    if (kind === "spot") toast("success", say("follows.when.spot"));
    else {
      // It is followed, whether or not it can be said when they hear of it.
      const when = await readFollows().then(whenTold, () => "");
      const way = { text: say("follows.done.change"), to: "/account" } as const;
      toast("success", say(`follows.done.${kind}`, { name, when }), way);
    }
    return insertedId;
  } catch (error) {
    refused(error);
    return followed;
  }
}
