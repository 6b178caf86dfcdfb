import { useEffect, useRef, useState } from "react";
import { useOutletContext } from "react-router";

import { redirectDelay } from "#domain/events/rules.ts";
import { say } from "#messages/organizing.ts";

import { Link, useNavigate } from "../addresses.ts";
import type { Route } from "./+types/create-event";
import { pageMeta } from "../page-meta.ts";
import { CardPreview } from "../organizing/card-preview.tsx";
import { checkEvent } from "../organizing/event-check.ts";
import { EventFields } from "../organizing/event-fields.tsx";
import { createDraft, type EventDraft, eventInputOf } from "../organizing/event-form.ts";
import { refused } from "../session/refused.ts";
import { ask } from "../session/ask.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { BackButton, useGoBack } from "../ui/back-button.tsx";
import { readDraft } from "../ui/draft.ts";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { SubmitButton } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";

type MessageKey = Parameters<typeof say>[0];

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/create-event", title: say("create.title"), forMembers: true });

/** Specification 2 'Create Event': the form with its tips, and after it the way to the upcoming events. */
export default function CreateEvent() {
  const user = useOutletContext<SessionUser>();
  const cancel = useGoBack("/");
  const [created, setCreated] = useState(false);
  const draftName = createDraft(user.id);
  const [typed, setTyped] = useState<EventDraft>(() => readDraft(draftName));
  const [timeZone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);

  async function create(values: EventDraft): Promise<FieldErrors | void> {
    try {
      const input = eventInputOf(values, user, timeZone);
      const { insertedId } = await ask((api) => api["add-event"].$post({ json: input }));
      setCreated(Boolean(insertedId));
    } catch (error) {
      return refused(error, say("create.failed"));
    }
  }

  if (created) return <Created />;
  return (
    <div className="flex flex-col gap-5">
      <BackButton otherwise="/" />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-page">{say("create.title")}</h1>
          <p className="quiet text-lg">{say("create.lead")}</p>
        </div>
        <p className="sheet flex items-center gap-3 px-4 py-2.5">
          <span className="min-w-0">
            <span className="quiet block text-sm">{say("create.as")}</span>
            <span className="block font-semibold break-all">{user.email}</span>
          </span>
          {user.emailVerified ? (
            <span className="flex shrink-0 items-center gap-1 text-sm font-medium text-primary">
              <Icon name="badge-check" className="size-4" />
              {say("create.verified")}
            </span>
          ) : (
            <span className="quiet shrink-0 text-sm">{say("create.unverified")}</span>
          )}
        </p>
      </div>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)]">
        <DraftedForm
          name={draftName}
          onType={setTyped}
          label={say("create.title")}
          className="sheet flex flex-col gap-6 p-5 sm:p-8"
          check={(values) => checkEvent(values, timeZone)}
          onSend={create}
        >
          {(draft) => (
            <>
              <EventFields initial={draft} timeZone={timeZone} isNew />
              <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
                <button type="button" className="btn btn-outline" onClick={cancel}>
                  {say("cancel")}
                </button>
                <SubmitButton busy={say("create.submitting")}>{say("create.submit")}</SubmitButton>
              </div>
            </>
          )}
        </DraftedForm>
        <aside className="flex flex-col gap-6 lg:sticky lg:top-22">
          <CardPreview values={typed} timeZone={timeZone} user={user} />
          <Tips />
        </aside>
      </div>
    </div>
  );
}

function Created() {
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    const timer = setTimeout(() => void navigate("/upcoming-events"), redirectDelay);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <div className="sheet mx-auto flex max-w-lg flex-col items-center gap-4 px-6 py-14 text-center">
      <Icon name="circle-check" className="size-14 text-success" />
      <h1 ref={heading} tabIndex={-1} className="text-page outline-none">
        {say("create.done")}
      </h1>
      <p className="quiet text-lg">{say("create.done.text")}</p>
      <Link to="/upcoming-events" className="btn btn-primary">
        {say("create.done.now")}
      </Link>
    </div>
  );
}

const tips: MessageKey[] = [
  "create.tips.title",
  "create.tips.image",
  "create.tips.description",
  "create.tips.type",
  "create.tips.location",
  "create.tips.ahead",
];

function Tips() {
  return (
    <section aria-labelledby="tips" className="rounded-box bg-secondary p-5 text-secondary-content">
      <h2 id="tips" className="flex items-center gap-2 text-xl">
        <Icon name="lightbulb" className="size-5" />
        {say("create.tips")}
      </h2>
      <ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5">
        {tips.map((tip) => (
          <li key={tip}>{say(tip)}</li>
        ))}
      </ul>
    </section>
  );
}
