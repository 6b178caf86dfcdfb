import { useCallback, useState } from "react";

import { labelMax, shownNameMax } from "#domain/records/rules.ts";
import type { CredentialShown } from "#domain/records/shapes.ts";
import { say } from "#messages/say.ts";

import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { useAnswer } from "../session/use-answer.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Field, SubmitButton } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { ShownRecord } from "./shown-record.tsx";

type MakeProofProps = { name: string; events: string[]; onMade: (id: string) => void; onClose: () => void };

/** Shows exactly what a proof of these events will show, and makes it. */
export function MakeProof({ name, events, onMade, onClose }: MakeProofProps) {
  const [typed, setTyped] = useState(name);
  const [asked] = useState({ name: name || "–", events });
  const preview = useCallback(() => ask((api) => api.account.credentials.preview.$post({ json: asked })), [asked]);
  const { asked: shown, again } = useAnswer(preview);

  async function make({ name: shownName = "", label = "" }: Record<string, string>) {
    try {
      const made = await ask((api) => api.account.credentials.$post({ json: { name: shownName, label, events } }));
      onMade(made._id);
      onClose();
    } catch (error) {
      return refused(error);
    }
  }

  return (
    <Dialog title={say("record.make.title")} width="36rem" onClose={onClose}>
      <p className="quiet mt-2">{say("record.make.text")}</p>
      <Form
        className="record-make mt-5 flex flex-col gap-5"
        onSend={make}
        onType={(values) => setTyped(values["name"] ?? "")}
        label={say("record.make.title")}
      >
        <Field
          name="name"
          label={say("record.make.name")}
          hint={say("record.make.name.hint")}
          defaultValue={name}
          required
          maxLength={2 * shownNameMax}
          whenMissing={say("rule.shown_name")}
          autoComplete="name"
        />
        <Field
          name="label"
          label={say("record.make.label")}
          hint={say("record.make.label.hint")}
          placeholder={say("record.make.label.example")}
          maxLength={2 * labelMax}
          autoComplete="off"
        />
        <Answered
          on="part"
          asked={shown}
          again={again}
          loading={say("record.make.checking")}
          failed={say("record.make.failed")}
        >
          {({ answer }) => <Shown shown={{ ...answer, name: typed.trim() }} />}
        </Answered>
        <p className="quiet">{say("record.make.after")}</p>
        <div className="sticky bottom-0 flex justify-end border-t border-base-300 bg-base-100 pt-3 pb-1">
          <SubmitButton busy={say("record.make.making")} className="w-full sm:w-auto">
            {say("record.make.make")}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

function Shown({ shown }: { shown: CredentialShown }) {
  return (
    <section
      aria-label={say("record.make.shown")}
      className="record-shown rounded-field bg-base-200 px-4 py-3.5"
      data-nameless={!shown.name || undefined}
    >
      <p className="quiet">{say("record.make.shown")}</p>
      <ShownRecord
        shown={{ ...shown, name: shown.name || say("record.make.name.none") }}
        Heading="h3"
        part="record-shown-part"
      />
    </section>
  );
}
