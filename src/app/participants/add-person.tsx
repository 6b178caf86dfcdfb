import { nameMax, phoneTypedMax } from "#domain/values/rules.ts";
import { say } from "#messages/say.ts";

import { MinorField } from "../events/minor-field.tsx";
import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { DialogForm } from "../ui/dialog-form.tsx";
import { Field } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";

type AddPersonProps = { eventId: string; onAdded: (who: string) => void; onClose: () => void; onWithMail: () => void };

/** The dialog to add a person without an e-mail address: a name, and a phone number if they have one. */
export function AddPerson({ eventId, onAdded, onClose, onWithMail }: AddPersonProps) {
  async function add(values: Record<string, string>): Promise<FieldErrors | void> {
    const { name = "", phone = "", guardian = "" } = values;
    const json = { name, phone, under18: values["under18"] === "on", guardian };
    try {
      const { state, position = 1 } = await ask((api) =>
        api.events[":id"].people.$post({ param: { id: eventId }, json }),
      );
      onClose();
      onAdded(name.trim());
      toast(
        "success",
        say(state === "joined" ? "add.person.done" : "add.person.done.waiting", { name: name.trim(), position }),
      );
    } catch (error) {
      return refused(error);
    }
  }

  return (
    <DialogForm
      title={say("add.person.title")}
      text={say("add.person.text")}
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
          <button type="button" className="btn btn-ghost self-start px-0" onClick={onWithMail}>
            {say("add.person.with_mail")}
          </button>
        </>
      )}
    </DialogForm>
  );
}
