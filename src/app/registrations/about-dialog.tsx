import type { Event } from "#domain/events/shapes.ts";
import { guardianMax } from "#domain/registrations/rules.ts";
import type { AboutInput, OwnRegistration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

import { refused } from "../session/refused.ts";
import { DialogForm } from "../ui/dialog-form.tsx";
import { Field } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { AboutFields, aboutOf } from "./about-fields.tsx";

type AboutDialogProps = {
  event: Pick<Event, "_id" | "asksPhone">;
  registration: OwnRegistration;
  /** Saves the answers. */
  onSay: (about: AboutInput) => Promise<void>;
  onClose: () => void;
};

/**
 * The dialog in which a registered person tells the organizer more: a phone number, and who in the party is under 18.
 */
export function AboutDialog({ event, registration, onSay, onClose }: AboutDialogProps) {
  const minors = registration.guests.filter(({ under18 }) => under18);

  async function send(values: Record<string, string>): Promise<FieldErrors | void> {
    const guests = minors.map(({ _id }) => ({ _id, guardian: values[`guardian-${_id}`] ?? "" }));
    try {
      await onSay({ ...aboutOf(values), guests });
    } catch (error) {
      return Object.fromEntries(
        Object.entries(refused(error)).map(([path, sentence]) => {
          const index = /^guests\.(\d)\.guardian$/.exec(path)?.[1];
          return [index === undefined ? path : `guardian-${minors[Number(index)]?._id}`, sentence];
        }),
      );
    }
  }

  const { phone, under18, guardian } = registration;
  const known = { phone: phone ?? "", guardian: guardian ?? "", ...(under18 && { under18: "on" }) };
  return (
    <DialogForm
      title={say("event.details")}
      text={say("about.text")}
      name={`about.${event._id}`}
      onSend={send}
      onClose={onClose}
      submit={say("about.submit")}
      busy={say("about.busy")}
    >
      {() => (
        <>
          <AboutFields event={event} draft={known} />
          {minors.map(({ _id, name, guardian: agreed }) => (
            <Field
              key={_id}
              name={`guardian-${_id}`}
              label={say("about.guardian_of", { name })}
              defaultValue={agreed ?? ""}
              maxLength={guardianMax}
              autoComplete="off"
            />
          ))}
        </>
      )}
    </DialogForm>
  );
}
