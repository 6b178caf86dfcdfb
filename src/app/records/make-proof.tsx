import { useCallback, useState } from "react";

import { labelMax, shownNameMax } from "#domain/records/rules.ts";
import type { CredentialShown } from "#domain/records/shapes.ts";
import { say } from "#messages/records-making.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { useAnswer } from "../session/use-answer.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Field, SubmitButton } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { dayIn } from "./entry-words.ts";

type MakeProofProps = { name: string; events: string[]; onMade: (id: string) => void; onClose: () => void };

/** Shows exactly what a proof of these events will show, and makes it. */
export function MakeProof({ name, events, onMade, onClose }: MakeProofProps) {
  const [typed, setTyped] = useState(name);
  const [asked] = useState({ name: name || "–", events });
  const preview = useCallback(() => ask((api) => api.account.credentials.preview.$post({ json: asked })), [asked]);
  const { asked: shown } = useAnswer(preview);

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
    <Dialog title={say("record.make.title")} width="36rem" fromBelow onClose={onClose}>
      <p className="quiet mt-2">{say("record.make.text")}</p>
      <Form
        className="record-make"
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
        {shown.status === "loading" && <p role="status">{say("record.make.checking")}</p>}
        {shown.status === "failed" && <p role="alert">{say("record.make.failed")}</p>}
        {shown.status === "there" && <Shown shown={shown.answer} name={typed} />}
        <Field
          name="label"
          label={say("record.make.label")}
          hint={say("record.make.label.hint")}
          placeholder={say("record.make.label.example")}
          maxLength={2 * labelMax}
          autoComplete="off"
        />
        <p className="quiet">{say("record.make.after")}</p>
        <div className="record-make-foot">
          <SubmitButton busy={say("record.make.making")} className="w-full sm:w-auto">
            {say("record.make.make")}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

/** So many events stand there at once, without the button getting out of sight. */
const unfolded = 3;

function Shown({ shown: { hours, entries }, name }: { shown: CredentialShown; name: string }) {
  const sum = { count: entries.length, hours: say("outcome.hours", { count: hours }) };
  return (
    <section aria-label={say("record.make.shown")} className="record-shown">
      <p className="quiet">{say("record.make.shown")}</p>
      <p dir="auto" className="text-xl font-bold wrap-anywhere">
        {name}
      </p>
      <p className="font-semibold">{say("record.make.events", sum)}</p>
      <details open={entries.length <= unfolded}>
        <summary className="record-fold">{say("record.make.all", { count: entries.length })}</summary>
        <ul>
          {entries.map((entry, index) => (
            <li key={index}>
              <span dir="auto" className="wrap-anywhere">
                {entry.title}
              </span>
              <strong>{say("outcome.hours", { count: entry.hours })}</strong>
              <span className="quiet wrap-anywhere">
                {say(entry.isSecond ? "record.make.by.second" : "record.make.by", {
                  date: dayIn(entry.eventDate, entry.timeZone),
                  organizer: entry.saidBy,
                })}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
