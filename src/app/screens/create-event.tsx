import { type ReactNode, useEffect, useState } from "react";
import { useOutletContext, useSearchParams } from "react-router";

import { say } from "#messages/say.ts";

import { useNavigate } from "../addresses.ts";
import type { Route } from "./+types/create-event";
import { pageMeta } from "../page-meta.ts";
import { ByRow } from "../organizing/by-row.tsx";
import { checkEvent, inEventFields } from "../organizing/event-check.ts";
import { EventFields } from "../organizing/event-fields.tsx";
import { createDraft, type EventDraft, eventInputOf, hasTyped } from "../organizing/event-form.ts";
import { TellLine } from "../outreach/tell-line.tsx";
import { refused } from "../session/refused.ts";
import { ask } from "../session/ask.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { useAnswer } from "../session/use-answer.ts";
import { useSiteSettings } from "../session/site-settings.ts";
import { BackButton, useGoBack } from "../ui/back-button.tsx";
import { forgetDraft, keepDraft, readDraft } from "../ui/draft.ts";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { SubmitButton } from "../ui/field.tsx";
import { rescueFocus } from "../ui/focus.ts";
import type { FieldErrors } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";

const fetchCommunities = () => ask((api) => api.account.communities.$get({}));

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/create-event", title: say("create.title"), forMembers: true });

/**
 * Specification 2 'Create Event': a page like the event's, to type into, and afterwards the way to the upcoming events.
 * `?by=` names the community whose event it is at first.
 */
export default function CreateEvent() {
  const user = useOutletContext<SessionUser>();
  const cancel = useGoBack("/");
  const navigate = useNavigate();
  const mails = useSiteSettings()?.mails;
  const [outcome, setOutcome] = useState<ReactNode>(null);
  const draftName = createDraft(user.id);
  const by = useSearchParams()[0].get("by");
  const [typed, setTyped] = useState<EventDraft>(() => {
    const draft = readDraft(draftName);
    if (!by) return draft;
    const ofCommunity = { ...draft, communityId: by };
    keepDraft(draftName, ofCommunity);
    return ofCommunity;
  });
  const [timeZone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  /** Counts how often the member started over or undid that: each time gets a new form. */
  const [round, setRound] = useState(0);
  const { asked: communities } = useAnswer(fetchCommunities);
  const [isFilled, setFilled] = useState(() => hasTyped(typed));

  /** Starts the form with these values, or empty. */
  function begin(values: EventDraft | null) {
    if (values) keepDraft(draftName, values);
    else forgetDraft(draftName);
    setTyped(values ?? {});
    setFilled(values !== null);
    setRound((now) => now + 1);
  }
  // The draft has it now, and a reload must not undo another choice.
  useEffect(() => {
    if (by) void navigate("/create-event", { replace: true });
  }, [by, navigate]);
  useEffect(() => {
    if (round > 0) rescueFocus();
  }, [round]);
  function beginAfresh() {
    const before = readDraft(draftName);
    begin(null);
    toast(
      "success",
      say("create.afresh.done"),
      { text: say("create.afresh.undo"), press: () => begin(before) },
      { stay: 10_000 },
    );
  }

  async function create(values: EventDraft): Promise<FieldErrors | void> {
    // The code of the page after this one loads while the event is being sent.
    const after = import("../organizing/event-created.tsx").catch(() => null);
    try {
      const input = eventInputOf(values, user, timeZone);
      const series = values.repeats ? await import("../organizing/create-series.ts") : null;
      const wrong = series?.checkRepeats(values, timeZone) ?? {};
      if (Object.keys(wrong).length > 0) return wrong;
      const { insertedId, status } = series
        ? await series.createSeries(values, input)
        : await ask((api) => api["add-event"].$post({ json: input }));
      if (!insertedId) return;
      const created = await after;
      if (!created) return await navigate("/upcoming-events");
      const event = { ...input, _id: insertedId, timeZone: input.timeZone ?? timeZone };
      setOutcome(
        <created.EventCreated
          event={event}
          status={status}
          email={user.email}
          repeats={series?.repeatAnswer(values)?.text}
          tell={values.copiedFrom && !series ? <TellLine event={event} /> : null}
        />,
      );
    } catch (error) {
      return inEventFields(refused(error, say("create.failed"), say("typed.kept")), values);
    }
  }

  if (outcome) return outcome;
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <BackButton otherwise="/" />
        <h1 className="sr-only">{say("create.title")}</h1>
        <p className="min-w-0 text-end text-xs/4 sm:text-sm/[1.125rem]">
          <span title={user.email} className="block truncate">
            {say("create.as")} <span>{user.email}</span>
          </span>
          {user.emailVerified && (
            <strong className="flex items-center justify-end gap-1 font-semibold">
              <Icon name="badge-check" className="size-3.5 text-primary" />
              {say("create.verified")}
            </strong>
          )}
        </p>
      </div>
      <DraftedForm
        key={round}
        name={draftName}
        onType={setTyped}
        label={say("create.title")}
        className="mt-1"
        check={(values) => checkEvent(values, timeZone)}
        onSend={create}
      >
        {(draft) => (
          <EventFields
            initial={draft}
            values={typed}
            timeZone={timeZone}
            isNew
            by={<ByRow initial={draft} values={typed} email={user.email} communities={communities} />}
            bar={
              <div className="join-bar flex items-center gap-2 lg:flex-wrap lg:justify-between">
                <SubmitButton
                  busy={say("create.submitting")}
                  className="order-last flex-1 lg:order-first lg:flex-auto lg:basis-full"
                >
                  {say("create.submit")}
                </SubmitButton>
                <button type="button" className="btn btn-ghost" onClick={cancel}>
                  {say("cancel")}
                </button>
                <span className="quiet text-sm max-lg:hidden">{say("create.kept")}</span>
              </div>
            }
          >
            <input type="hidden" name="copiedFrom" value={draft["copiedFrom"] ?? ""} />
            {mails && !user.emailVerified && (
              <p className="py-3 text-sm break-words">{say("create.will_draft", { email: user.email })}</p>
            )}
            {isFilled && (
              <p className="flex flex-wrap items-center justify-between gap-x-4 border-b border-(--hair) text-sm">
                {say("create.afresh.text")}
                <button type="button" className="btn btn-ghost -me-3" onClick={beginAfresh}>
                  {say("create.afresh")}
                </button>
              </p>
            )}
          </EventFields>
        )}
      </DraftedForm>
    </>
  );
}
