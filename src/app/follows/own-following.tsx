import type { Follow, Following } from "#domain/follows/shapes.ts";
import { say } from "#messages/say.ts";

import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { useAnswer } from "../session/use-answer.ts";
import { rescueFocus } from "../ui/focus.ts";
import { toast } from "../ui/toast.tsx";
import { FollowingList } from "./following-list.tsx";

const fetchFollowing = () => ask((api) => api.account.follows.$get());

/** Everything that the logged-in member follows. */
export default function OwnFollowing() {
  const { asked, again, edit } = useAnswer(fetchFollowing);
  if (asked.status !== "there")
    return <Answered on="part" asked={asked} again={again} failed={say("follows.failed")} />;

  async function end({ _id, name }: Follow) {
    try {
      await ask((api) => api.account.follows[":id"].$delete({ param: { id: _id } }));
      edit((now) => ({ ...now, follows: now.follows.filter((other) => other._id !== _id) }));
      toast("success", say("follows.ended", { name }));
      rescueFocus();
    } catch (error) {
      refused(error);
    }
  }

  async function endAll({ follows }: Following) {
    try {
      for (const { _id } of follows) await ask((api) => api.account.follows[":id"].$delete({ param: { id: _id } }));
      toast("success", say("follows.ended_all"));
    } catch (error) {
      refused(error);
    }
    // If a follow could not be ended, the list is read again.
    again();
    rescueFocus();
  }

  if (asked.answer.follows.length === 0) return <p className="quiet">{say("follows.none")}</p>;
  return (
    <FollowingList
      following={asked.answer}
      onEnd={(follow) => void end(follow)}
      onEndAll={() => void endAll(asked.answer)}
      save={(json) => ask((api) => api.account.follows.$put({ json }))}
    />
  );
}
