import { useEffect, useRef, useState } from "react";

import type { Assertions } from "#domain/assertions/shapes.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/asserting";
import { GivenHours, WaitingHours } from "../assertions/asserted-hours.tsx";
import { pageMeta } from "../page-meta.ts";
import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { useAnswer } from "../session/use-answer.ts";
import { BackToAll } from "../ui/back-to-all.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/account/asserting", title: say("assert.title"), forMembers: true });

const fetchAssertions = () => ask((api) => api.account.asserting.$get({}));

/** The page on which a second organizer answers volunteers' requests about hours at their own events. */
export default function Asserting() {
  const { asked, again } = useAnswer(fetchAssertions);
  return (
    <div className="flex w-full max-w-narrow flex-col gap-4">
      <BackToAll to="/account" text={say("assert.back")} />
      <div>
        <h1 className="text-page">{say("assert.title")}</h1>
        <p className="quiet text-lg">{say("assert.lead")}</p>
      </div>
      <Answered asked={asked} again={again} failed={say("assert.failed")} cards={1}>
        {({ answer }) => <Filled {...answer} onChanged={again} />}
      </Answered>
    </div>
  );
}

function Filled({ waiting, given, onChanged }: Assertions & { onChanged: () => void }) {
  const [said, setSaid] = useState("");
  const status = useRef<HTMLDivElement>(null);
  // The answered request is gone, so the result appears above the list; this scrolls to it.
  useEffect(() => {
    if (said) status.current?.scrollIntoView({ block: "nearest" });
  }, [said]);
  function answered(words: string) {
    setSaid(words);
    onChanged();
  }
  return (
    <>
      <div ref={status} role="status" className="empty:-mb-4">
        {said && (
          <p className="flex gap-2 rounded-field bg-secondary px-3 py-2.5 font-medium text-secondary-content">
            <Icon name="circle-check" className="mt-0.5 size-5" />
            {said}
          </p>
        )}
      </div>
      {waiting.length === 0 && given.length === 0 && (
        <EmptyState title={say("assert.empty")} text={say("assert.empty.text")} />
      )}
      {waiting.length > 0 && (
        <section aria-labelledby="waiting" className="sheet p-4.5">
          <h2 id="waiting" className="text-part">
            {say("assert.waiting")}
          </h2>
          <ul>
            {waiting.map((one) => (
              <WaitingHours key={one._id} of={one} onAnswered={answered} />
            ))}
          </ul>
        </section>
      )}
      {given.length > 0 && (
        <section aria-labelledby="given" className="sheet p-4.5">
          <h2 id="given" className="text-part">
            {say("assert.given")}
          </h2>
          <ul>
            {given.map((one) => (
              <GivenHours key={one._id} of={one} onAnswered={answered} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
