import { type ReactNode, useEffect, useState } from "react";
import { useOutletContext } from "react-router";

import { say } from "#messages/say.ts";

import { Link, useNavigate } from "../addresses.ts";
import type { Route } from "./+types/create-event";
import { pageMeta } from "../page-meta.ts";
import { CardPreview } from "../organizing/card-preview.tsx";
import { checkEvent, inEventFields } from "../organizing/event-check.ts";
import { EventFields } from "../organizing/event-fields.tsx";
import { createDraft, type EventDraft, eventInputOf, hasTyped } from "../organizing/event-form.ts";
import { refused } from "../session/refused.ts";
import { ask } from "../session/ask.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { useSiteSettings } from "../session/site-settings.ts";
import { BackButton, useGoBack } from "../ui/back-button.tsx";
import { forgetDraft, keepDraft, readDraft } from "../ui/draft.ts";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { EmailText } from "../ui/email-text.tsx";
import { SubmitButton } from "../ui/field.tsx";
import { rescueFocus } from "../ui/focus.ts";
import type { FieldErrors } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/create-event", title: say("create.title"), forMembers: true });

/** Specification 2 'Create Event': the form with its tips, and afterwards the way to the upcoming events. */
export default function CreateEvent() {
  const user = useOutletContext<SessionUser>();
  const cancel = useGoBack("/");
  const navigate = useNavigate();
  const mails = useSiteSettings()?.mails;
  const [outcome, setOutcome] = useState<ReactNode>(null);
  const draftName = createDraft(user.id);
  const [typed, setTyped] = useState<EventDraft>(() => readDraft(draftName));
  const [timeZone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  /** Counts how often the member started over or undid that: each time gets a new form. */
  const [round, setRound] = useState(0);
  const [isFilled, setFilled] = useState(() => hasTyped(typed));

  /** Starts the form with these values, or empty. */
  function begin(values: EventDraft | null) {
    if (values) keepDraft(draftName, values);
    else forgetDraft(draftName);
    setTyped(values ?? {});
    setFilled(values !== null);
    setRound((now) => now + 1);
  }
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
      10_000,
    );
  }

  async function create(values: EventDraft): Promise<FieldErrors | void> {
    // The code of the page after this one loads while the event is being sent.
    const after = import("../organizing/event-created.tsx").catch(() => null);
    try {
      const input = eventInputOf(values, user, timeZone);
      const { insertedId, status } = await ask((api) => api["add-event"].$post({ json: input }));
      if (!insertedId) return;
      const created = await after;
      if (!created) return await navigate("/upcoming-events");
      const event = { ...input, _id: insertedId, timeZone: input.timeZone ?? timeZone };
      setOutcome(<created.EventCreated event={event} status={status} email={user.email} />);
    } catch (error) {
      return inEventFields(refused(error, say("create.failed")), values);
    }
  }

  if (outcome) return outcome;
  return (
    <div className="-mt-2 flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <BackButton otherwise="/" />
        <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 max-sm:order-last">
          <span className="quiet">{say("create.as")}</span>
          <strong className="font-semibold">
            <EmailText email={user.email} />
          </strong>
          {user.emailVerified && (
            <span className="flex items-center gap-1 text-sm font-medium text-primary max-sm:w-full">
              <Icon name="badge-check" className="size-4" />
              {say("create.verified")}
            </span>
          )}
        </p>
        <div className="w-full">
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <h1 className="text-page">{say("create.title")}</h1>
            <Link to="/import-events" className="btn btn-ghost -mr-3 px-3">
              <Icon name="download" className="size-5" />
              {say("manage.import")}
            </Link>
          </div>
          <p className="quiet text-lg max-sm:hidden">{say("create.lead")}</p>
        </div>
      </div>
      <DraftedForm
        key={round}
        name={draftName}
        onType={setTyped}
        label={say("create.title")}
        className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)]"
        check={(values) => checkEvent(values, timeZone)}
        onSend={create}
      >
        {(draft) => (
          <>
            <div className="sheet flex flex-col gap-6 p-5 sm:p-8">
              {mails && !user.emailVerified && (
                <p className="rounded-field bg-secondary px-4 py-3 break-words text-secondary-content">
                  {say("create.will_draft", { email: user.email })}
                </p>
              )}
              {isFilled && (
                <p className="flex flex-wrap items-center justify-between gap-x-4">
                  <span className="quiet">{say("create.afresh.text")}</span>
                  <button type="button" className="btn btn-ghost px-0" onClick={beginAfresh}>
                    {say("create.afresh")}
                  </button>
                </p>
              )}
              <EventFields initial={draft} timeZone={timeZone} isNew />
            </div>
            <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
              <button type="button" className="btn" onClick={cancel}>
                {say("cancel")}
              </button>
              <SubmitButton busy={say("create.submitting")}>{say("create.submit")}</SubmitButton>
            </div>
            <aside className="flex flex-col gap-6 lg:sticky lg:top-22 lg:col-start-2 lg:row-span-2 lg:row-start-1">
              <CardPreview values={typed} timeZone={timeZone} user={user} />
              <Tips />
            </aside>
          </>
        )}
      </DraftedForm>
    </div>
  );
}

const tips = () => [
  say("create.tips.title"),
  say("create.tips.image"),
  say("create.tips.description"),
  say("create.tips.type"),
  say("create.tips.location"),
  say("create.tips.ahead"),
];

function Tips() {
  return (
    <section aria-labelledby="tips" className="rounded-box bg-secondary p-5 text-secondary-content">
      <h2 id="tips" className="flex items-center gap-2 text-xl">
        <Icon name="lightbulb" className="size-5" />
        {say("create.tips")}
      </h2>
      <ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5">
        {tips().map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </section>
  );
}
