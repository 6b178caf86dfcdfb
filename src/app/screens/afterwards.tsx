import { useCallback, useState } from "react";

import { momentOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import type { Outcome } from "#domain/outcomes/shapes.ts";
import { spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/afterwards";
import { Link } from "../addresses.ts";
import { EventFacts } from "../events/event-facts.tsx";
import { AfterwardsForm } from "../outcomes/afterwards-form.tsx";
import { pageMeta } from "../page-meta.ts";
import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { isRefusal, Refusal, sentenceOf } from "../session/refusal.ts";
import { useAnswer } from "../session/use-answer.ts";
import { BackButton } from "../ui/back-button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

import "../outcomes/outcomes.css";

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta({ matches, path: `/manage-events/${params.id}/afterwards`, title: say("after.title"), forMembers: true });

/** The one screen after an event: who came, for how long, what was done, and thanks. */
export default function Afterwards({ params: { id } }: Route.ComponentProps) {
  const { asked, again } = useAnswer(useCallback(() => outcomeOf(id), [id]));
  const [isKept, setKept] = useState(false);
  return (
    <div className="flex w-full max-w-narrow flex-col">
      <BackButton otherwise={`/manage-events/${id}`} />
      <Answered asked={asked} again={again}>
        {({ answer }) =>
          "early" in answer ? (
            <EmptyState
              title={say("after.early", { title: answer.early.title })}
              text={say("after.early.text", { moment: begunAt(answer.early) })}
            >
              <Link to="/manage-events" className="btn btn-primary">
                {say("after.back")}
              </Link>
            </EmptyState>
          ) : answer instanceof Refusal ? (
            <EmptyState title={say("after.elsewhere")} text={sentenceOf(answer)}>
              <Link to="/manage-events" className="btn btn-primary">
                {say("after.back")}
              </Link>
            </EmptyState>
          ) : (
            <>
              <h1 className="text-page">{say("after.title")}</h1>
              <p dir="auto" className="text-lg font-semibold break-words">
                {answer.event.title}
              </p>
              <Facts outcome={answer} />
              <AfterwardsForm
                key={answer.changedAt}
                outcome={answer}
                isKept={isKept}
                onKept={() => {
                  setKept(true);
                  again();
                }}
              />
            </>
          )
        }
      </Answered>
    </div>
  );
}

function Facts({ outcome: { event } }: { outcome: Outcome }) {
  return <EventFacts span={spanOf(event)} location={event.location} className="my-1" />;
}

const begunAt = ({ eventDate, timeZone }: Event): string => momentOf(new Date(eventDate), timeZone);

/** The event's outcome. A permanent refusal counts as an answer, and so does an event that has not begun. */
async function outcomeOf(id: string): Promise<Outcome | Refusal | { early: Event }> {
  const param = { id };
  try {
    return await ask((api) => api.events[":id"].afterwards.$get({ param }));
  } catch (error) {
    if (isRefusal(error, "outcome_early"))
      return { early: await ask((api) => api["view-event"][":id"].$get({ param })) };
    if (isRefusal(error, "not_found", "not_yours", "event_cancelled")) return error;
    throw error;
  }
}
