import { useState } from "react";

import { capacityOf } from "#domain/organizing/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import { refused } from "../session/refused.ts";
import { ask } from "../session/ask.ts";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { forgetDraft } from "../ui/draft.ts";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { SubmitButton } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { ChangeMail, tellingOf } from "./change-mail.tsx";
import { checkEvent, inEventFields } from "./event-check.ts";
import { EventFields } from "./event-fields.tsx";
import { eventChangesOf, type EventDraft, formValuesOf, townIn } from "./event-form.ts";

type EditEventProps = { event: Event; email: string; onChanged: (event: Event) => void; onClose: () => void };

/** The dialog to edit an event: specification 2 'Manage Events' and 5 'Edit event'. */
export default function EditEvent({ event, email, onChanged, onClose }: EditEventProps) {
  const draftName = `edit-event.${event._id}`;
  const [typed, setTyped] = useState<EventDraft>({});

  async function update(values: EventDraft): Promise<FieldErrors | void> {
    const changes = eventChangesOf(event, values);
    try {
      const { status = event.status } = await ask((api) =>
        api.events[":id"].$patch({
          param: { id: event._id },
          json: { ...changes, ...tellingOf(values) },
          header: { email },
        }),
      );
      const capacity = capacityOf(changes.maxParticipant);
      const { townId: _inTown, ...shown } = { ...changes, town: townIn({ ...formValuesOf(event), ...values }.town) };
      onChanged({
        ...event,
        ...shown,
        status,
        capacity,
        isExact: !!changes.point,
        thumbnailUrl: changes.thumbnailUrl || null,
      });
      onClose();
      toast("success", say(status === event.status ? "manage.edit.done" : "manage.edit.held"));
    } catch (error) {
      return inEventFields(refused(error, say("manage.edit.failed")), { ...formValuesOf(event), ...values });
    }
  }

  return (
    <Dialog title={say("manage.edit.title")} width="42rem" onClose={onClose}>
      <DraftedForm
        name={draftName}
        className="mt-5 flex flex-col gap-6"
        check={(values) => checkEvent(values, event.timeZone, formValuesOf(event))}
        onType={setTyped}
        onSend={update}
      >
        {(draft) => (
          <>
            <EventFields initial={{ ...formValuesOf(event), ...draft }} timeZone={event.timeZone} />
            <ChangeMail event={event} changes={eventChangesOf(event, { ...draft, ...typed })} initial={draft} />
            <DialogFoot>
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
    </Dialog>
  );
}
