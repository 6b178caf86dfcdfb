import type { FollowInput } from "#domain/follows/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { toast } from "../ui/toast.tsx";
import { whenTold } from "./when-told.ts";

/** A subject to follow. */
export type Wish = Pick<FollowInput, "about" | "id" | "filter">;

/** A member's follows, read once per page and after each change, as many buttons need them. */
let known: { of: string; answer: ReturnType<typeof readFollows> } | null = null;
const readFollows = () => ask((api) => api.account.follows.$get());

/**
 * The id of a member's follow of a subject; null if there is none or it is unknown, as following again changes nothing.
 */
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
 * Follows a subject, or ends the existing follow, and says so.
 * @param name the subject, in words
 * @param followed the id of the existing follow, or null
 * @returns the id after the change
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
      // The follow stands even if the time of its mails is unknown.
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
