import type { Event } from "#domain/events/shapes.ts";
import { capacityOf } from "#domain/organizing/rules.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { tellingOf } from "./change-mail.tsx";
import { inEventFields } from "./event-check.ts";
import { eventChangesOf, type EventDraft, formValuesOf, townIn } from "./event-form.ts";

/** The key of the draft of an event's changes: the dialog and the page share it. */
export const editDraft = (id: string) => `edit-event.${id}`;

/** Sends the typed changes of an event. @returns the errors of fields; nothing after `onChanged` got the event */
export async function updateEvent(
  event: Event,
  email: string,
  values: EventDraft,
  onChanged: (event: Event) => void,
): Promise<FieldErrors | void> {
  const changes = eventChangesOf(event, values);
  try {
    const { status = event.status } = await ask((api) =>
      api.events[":id"].$patch({
        param: { id: event._id },
        json: { ...changes, ...tellingOf(values) },
        header: { email },
      }),
    );
    const { townId: _inTown, ...shown } = { ...changes, town: townIn({ ...formValuesOf(event), ...values }.town) };
    onChanged({
      ...event,
      ...shown,
      status,
      capacity: capacityOf(changes.maxParticipant),
      isExact: !!changes.point,
      thumbnailUrl: changes.thumbnailUrl || null,
    });
    toast("success", say(status === event.status ? "manage.edit.done" : "manage.edit.held"));
  } catch (error) {
    return inEventFields(refused(error, say("manage.edit.failed"), say("typed.kept")), {
      ...formValuesOf(event),
      ...values,
    });
  }
}
