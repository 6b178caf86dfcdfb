import { nameMax, phoneTypedMax } from "#domain/values/rules.ts";
import { say } from "#messages/say.ts";

import { MinorField } from "../events/minor-field.tsx";
import { ask } from "../session/ask.ts";
import { isRefusal } from "../session/refusal.ts";
import { refused } from "../session/refused.ts";
import { DialogForm } from "../ui/dialog-form.tsx";
import { emailInput } from "../ui/email-field.tsx";
import { Field } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";

type AddPersonProps = {
  eventId: string;
  /** An address that has no account; empty if none is known. */
  email: string;
  /** It receives the person's address, or their name. */
  onAdded: (who: string) => void;
  onClose: () => void;
  onMember: () => void;
};

/** The dialog to add a person by name: with an address, by which the spot becomes theirs, and a phone number. */
export function AddPerson({ eventId, email: unknown, onAdded, onClose, onMember }: AddPersonProps) {
  async function add(values: Record<string, string>): Promise<FieldErrors | void> {
    const { name = "", email = "", phone = "", guardian = "" } = values;
    const json = {
      name,
      ...(email.trim() !== "" && { email }),
      phone,
      under18: values["under18"] === "on",
      guardian,
    };
    try {
      const { state, position = 1 } = await ask((api) =>
        api.events[":id"].people.$post({ param: { id: eventId }, json }),
      );
      onClose();
      onAdded(email.trim() || name.trim());
      const said = email.trim() === "" ? "add.person.done" : "add.person.done.mailed";
      toast(
        "success",
        say(state === "joined" ? said : "add.person.done.waiting", {
          name: name.trim(),
          email: email.trim(),
          position,
        }),
      );
    } catch (error) {
      return isRefusal(error, "already_joined") ? { email: say("add.already") } : refused(error);
    }
  }

  return (
    <DialogForm
      title={say("add.person.title")}
      text={say(unknown === "" ? "add.person.text" : "add.person.text.unknown", { email: unknown })}
      name={`add-person.${eventId}`}
      onSend={add}
      onClose={onClose}
      submit={say("add.person.submit")}
      busy={say("add.busy")}
    >
      {(draft) => (
        <>
          <Field
            name="name"
            label={say("add.person.name")}
            defaultValue={draft["name"]}
            maxLength={nameMax}
            autoComplete="off"
            required
            whenMissing={say("rule.person.name")}
          />
          <Field
            name="email"
            {...emailInput}
            label={say("add.person.email")}
            hint={say("add.person.email.hint")}
            defaultValue={unknown || draft["email"]}
            autoComplete="off"
            whenWrong={say("rule.email.format")}
          />
          <Field
            name="phone"
            type="tel"
            label={say("add.person.phone")}
            hint={say("add.person.phone.hint")}
            defaultValue={draft["phone"]}
            maxLength={phoneTypedMax}
            autoComplete="off"
          />
          <MinorField
            name="under18"
            guardian="guardian"
            label={say("add.person.under18")}
            guardianLabel={say("add.person.guardian")}
            hint={say("add.person.guardian.hint")}
            draft={draft}
          />
          <button type="button" className="btn btn-ghost self-start px-0" onClick={onMember}>
            {say("add.person.with_mail")}
          </button>
        </>
      )}
    </DialogForm>
  );
}
