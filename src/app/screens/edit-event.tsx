import { useCallback, useState } from "react";
import { useOutletContext } from "react-router";

import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import type { Route } from "./+types/edit-event";
import { ChangeMail } from "../organizing/change-mail.tsx";
import { checkEvent } from "../organizing/event-check.ts";
import { EventFields } from "../organizing/event-fields.tsx";
import { eventChangesOf, type EventDraft, formValuesOf } from "../organizing/event-form.ts";
import { checkRepeats } from "../organizing/repeat-form.ts";
import { RepeatRow } from "../organizing/repeat-row.tsx";
import { isDate, repeatsOf, withSeriesDay } from "../organizing/series-change.ts";
import { editDraft, updateEvent } from "../organizing/update-event.ts";
import { useWhichDates } from "../organizing/use-which-dates.tsx";
import { pageMeta } from "../page-meta.ts";
import { Answered } from "../session/answered.tsx";
import { ask, askPage } from "../session/ask.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { isRefusal, Refusal, sentenceOf } from "../session/refusal.ts";
import { useAnswer } from "../session/use-answer.ts";
import { BackButton, useGoBack } from "../ui/back-button.tsx";
import { forgetDraft, readDraft } from "../ui/draft.ts";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { SubmitButton } from "../ui/field.tsx";

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta({ matches, path: `/manage-events/${params.id}/edit`, title: say("manage.edit.title"), forMembers: true });

/** All settings of an organizer's event: the page of 'Create Event', filled in. */
export default function EditEvent({ params: { id } }: Route.ComponentProps) {
  const { email } = useOutletContext<SessionUser>();
  const { asked, again } = useAnswer(useCallback(() => ownEvent(id), [id]));
  return (
    <>
      <div className="flex items-center">
        <BackButton otherwise="/manage-events" />
        <h1 className="quiet border-l border-(--hair) pl-4 font-normal">{say("manage.edit.title")}</h1>
      </div>
      <Answered asked={asked} again={again}>
        {({ answer }) =>
          answer instanceof Refusal ? (
            <EmptyState title={say("manage.edit.elsewhere")} text={sentenceOf(answer)}>
              <Link to="/manage-events" className="btn btn-primary">
                {say("manage.edit.back")}
              </Link>
            </EmptyState>
          ) : (
            <AllSettings event={answer} email={email} />
          )
        }
      </Answered>
    </>
  );
}

function AllSettings({ event, email }: { event: Event; email: string }) {
  const goBack = useGoBack("/manage-events");
  const draftName = editDraft(event._id);
  const before = { ...formValuesOf(event), ...(isDate(event) && repeatsOf(event)) };
  const dates = useWhichDates(event, goBack);
  const [typed, setTyped] = useState<EventDraft>(() => readDraft(draftName));
  const values = { ...before, ...typed };
  return (
    <>
      <DraftedForm
        name={draftName}
        label={say("manage.edit.title")}
        className="mt-1"
        check={(now) => checkEvent(now, event.timeZone, before)}
        onType={setTyped}
        onSend={async (now) => {
          const wrong = isDate(event) ? checkRepeats(withSeriesDay(event, now), event.timeZone) : {};
          if (Object.keys(wrong).length > 0) return wrong;
          return dates.save(now, () => updateEvent(event, email, now, goBack));
        }}
      >
        {(draft) => (
          <EventFields
            initial={{ ...before, ...draft }}
            values={values}
            timeZone={event.timeZone}
            repeats={
              isDate(event) && (
                <RepeatRow initial={{ ...before, ...draft }} values={withSeriesDay(event, values)} isSeries />
              )
            }
            bar={
              <div className="join-bar flex items-center gap-2 lg:flex-wrap lg:justify-between">
                <SubmitButton
                  busy={say("manage.edit.submitting")}
                  className="order-last flex-1 lg:order-first lg:flex-auto lg:basis-full"
                >
                  {say("manage.edit.submit")}
                </SubmitButton>
                <button
                  type="button"
                  className="btn btn-ghost"
                  onClick={() => {
                    forgetDraft(draftName);
                    goBack();
                  }}
                >
                  {say("cancel")}
                </button>
              </div>
            }
          >
            <div className="py-3">
              <ChangeMail event={event} changes={eventChangesOf(event, values)} initial={draft} />
            </div>
          </EventFields>
        )}
      </DraftedForm>
      {dates.dialog}
    </>
  );
}

/** An event that the member may change. A permanent refusal counts as an answer. */
async function ownEvent(id: string): Promise<Event | Refusal> {
  const param = { id };
  try {
    const [event] = await Promise.all([
      ask((api) => api["view-event"][":id"].$get({ param })),
      // Everybody may read the event; this only its organizers.
      askPage((api) => api.events[":id"].participants.$get({ param, query: { state: "joined", limit: "1" } })),
    ]);
    return event;
  } catch (error) {
    if (isRefusal(error, "not_found", "not_yours")) return error;
    throw error;
  }
}
