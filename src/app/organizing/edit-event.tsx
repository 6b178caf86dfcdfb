import { useEffect, useState } from "react";

import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { Link, Navigate } from "../addresses.ts";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { forgetDraft, readDraft } from "../ui/draft.ts";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { SubmitButton } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { ChangeMail } from "./change-mail.tsx";
import { checkEvent } from "./event-check.ts";
import { eventChangesOf, type EventDraft, formValuesOf } from "./event-form.ts";
import { isQuick, QuickFields } from "./quick-fields.tsx";
import { editDraft, updateEvent } from "./update-event.ts";
import { useWhichDates } from "./use-which-dates.tsx";

type EditEventProps = {
  event: Event;
  email: string;
  onChanged: (event: Event) => void;
  /** Called in place of `onChanged` after several dates of a series changed. */
  onSeriesChanged: () => void;
  onClose: () => void;
};

/**
 * The dialog to edit an event: specification 2 'Manage Events' and 5 'Edit event'. A draft with other changes continues
 * on the page of all settings, because the dialog would not show them.
 */
export default function EditEvent(props: EditEventProps) {
  const { _id } = props.event;
  const [isQuickOne] = useState(() => isQuick(readDraft(editDraft(_id)), formValuesOf(props.event)));
  return isQuickOne ? <QuickEdit {...props} /> : <Navigate to={`/manage-events/${_id}/edit`} />;
}

function QuickEdit({ event, email, onChanged, onSeriesChanged, onClose }: EditEventProps) {
  const dates = useWhichDates(event, () => {
    onSeriesChanged();
    onClose();
  });
  const draftName = editDraft(event._id);
  const [typed, setTyped] = useState<EventDraft>(() => readDraft(draftName));
  const before = formValuesOf(event);
  // Focus begins at the title: on a phone, a focused field would open the keyboard over the others.
  useEffect(() => {
    const title = document.querySelector<HTMLElement>("dialog[open] h2");
    if (title) title.tabIndex = -1;
    title?.focus({ preventScroll: true });
  }, []);
  return (
    <Dialog title={say("manage.edit.title")} width="48rem" onClose={onClose}>
      <DraftedForm
        name={draftName}
        className="flex flex-col gap-2 pt-2 sm:grid sm:grid-cols-2 sm:items-end sm:gap-3 [&_label]:text-sm sm:[&>*:nth-child(n+5)]:col-span-2"
        check={(values) => checkEvent({ ...before, ...values }, event.timeZone, before)}
        onType={setTyped}
        onSend={(values) =>
          dates.save(values, () =>
            updateEvent(event, email, values, (changed) => {
              onChanged(changed);
              onClose();
            }),
          )
        }
      >
        {(draft) => (
          <>
            <QuickFields initial={{ ...before, ...draft }} timeZone={event.timeZone} />
            <ChangeMail event={event} changes={eventChangesOf(event, { ...draft, ...typed })} initial={draft} isBrief />
            <Link to={`/manage-events/${event._id}/edit`} className="btn btn-ghost -ms-3 self-start justify-self-start">
              {say("manage.edit.all")}
              <Icon name="arrow-left" className="size-5 rotate-180 rtl:rotate-0" />
            </Link>
            <DialogFoot className="flex gap-3 sm:justify-end">
              <button
                type="button"
                className="btn"
                onClick={() => {
                  forgetDraft(draftName);
                  onClose();
                }}
              >
                {say("cancel")}
              </button>
              <SubmitButton busy={say("manage.edit.submitting")}>{say("manage.edit.submit")}</SubmitButton>
            </DialogFoot>
          </>
        )}
      </DraftedForm>
      {dates.dialog}
    </Dialog>
  );
}
