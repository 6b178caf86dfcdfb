import { useCallback } from "react";

import { say } from "#messages/say.ts";

import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { useAnswer } from "../session/use-answer.ts";
import { useDeed } from "../session/use-deed.ts";
import { Avatar } from "../ui/avatar.tsx";
import { rescueFocus } from "../ui/focus.ts";
import { toast } from "../ui/toast.tsx";

/** The people who ask to join a community, each with a yes and a no. */
export function RequestList({ communityId: id }: { communityId: string }) {
  const fetchRequests = useCallback(() => ask((api) => api.communities[":id"].requests.$get({ param: { id } })), [id]);
  const { asked, again, edit } = useAnswer(fetchRequests);
  const { busy, run } = useDeed(async (person: { memberId: string; name: string }, accept: boolean) => {
    const param = { id, memberId: person.memberId };
    await ask((api) => api.communities[":id"].requests[":memberId"].$post({ param, json: { accept } }));
    edit((people) => people.filter(({ memberId }) => memberId !== person.memberId));
    toast("success", say(accept ? "run.requests.accepted" : "run.requests.declined", { name: person.name }));
    rescueFocus();
  });
  return (
    <Answered asked={asked} again={again} on="part">
      {({ answer: people }) =>
        people.length === 0 ? (
          <p className="quiet">{say("run.requests.none")}</p>
        ) : (
          <ul className="divide-y divide-base-300">
            {people.map((person) => (
              <li key={person.memberId} className="flex flex-wrap items-center gap-3 py-3">
                <Avatar name={person.name} photo={person.photo} className="size-11 text-base" />
                <span dir="auto" className="min-w-0 flex-1 font-semibold break-words">
                  {person.name}
                </span>
                {[true, false].map((accept) => (
                  <button
                    key={String(accept)}
                    type="button"
                    className="btn"
                    aria-label={say(accept ? "run.requests.yes_to" : "run.requests.no_to", { name: person.name })}
                    aria-disabled={busy || undefined}
                    onClick={() => run(person, accept)}
                  >
                    {say(accept ? "run.requests.yes" : "run.requests.no")}
                  </button>
                ))}
              </li>
            ))}
          </ul>
        )
      }
    </Answered>
  );
}
