import { Fragment, type ReactNode } from "react";

import { efforts, providedMax, whatToBringMax } from "#domain/events/rules.ts";
import { say } from "#messages/say.ts";

import { CountedField } from "../ui/counted-field.tsx";
import { FieldFrame } from "../ui/field.tsx";
import { codesIn, type EventDraft } from "./event-form.ts";
import { LanguagesField } from "./languages-field.tsx";

/** The names of these fields. */
export type KnowField = "whatToBring" | "provided" | "effort" | "childrenWelcome" | "stepFree" | "languages";

/** The optional facts that people ask about before they join. */
export function GoodToKnowFields({ initial }: { initial: EventDraft }) {
  // The fields in the order of the form. A field without a control does not compile.
  const controls: Record<Exclude<KnowField, "effort" | "childrenWelcome" | "stepFree"> | "choices", ReactNode> = {
    whatToBring: (
      <CountedField
        name="whatToBring"
        label={say("know.bring")}
        max={whatToBringMax}
        full={say("rule.what_to_bring.too_long")}
        placeholder={say("form.bring.placeholder")}
        initial={initial.whatToBring ?? ""}
        multiline
        rows={2}
      />
    ),
    provided: (
      <CountedField
        name="provided"
        label={say("know.provided")}
        max={providedMax}
        full={say("rule.provided.too_long")}
        placeholder={say("form.provided.placeholder")}
        initial={initial.provided ?? ""}
        multiline
        rows={2}
      />
    ),
    choices: (
      <div className="grid gap-4 sm:grid-cols-3">
        <Choice
          name="effort"
          label={say("know.effort")}
          initial={initial.effort}
          choices={Object.fromEntries(efforts.map((effort) => [effort, say(`know.effort.${effort}`)]))}
        />
        <Choice
          name="childrenWelcome"
          label={say("know.children")}
          initial={initial.childrenWelcome}
          choices={yesOrNo("children")}
        />
        <Choice
          name="stepFree"
          label={say("know.step_free")}
          initial={initial.stepFree}
          choices={yesOrNo("step_free")}
        />
      </div>
    ),
    languages: <LanguagesField initial={codesIn(initial.languages)} />,
  };
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="font-semibold">{say("form.know")}</legend>
      <p className="quiet -mt-5">{say("form.know.text")}</p>
      {Object.entries(controls).map(([name, control]) => (
        <Fragment key={name}>{control}</Fragment>
      ))}
    </fieldset>
  );
}

const yesOrNo = (name: "children" | "step_free") => ({
  yes: say(`know.${name}.yes`),
  no: say(`know.${name}.no`),
});

type ChoiceProps = {
  name: KnowField;
  label: string;
  initial: string | undefined;
  /** The optional choices, by their values. */
  choices: Readonly<Record<string, string>>;
};

function Choice({ name, label, initial, choices }: ChoiceProps) {
  return (
    <FieldFrame name={name} label={label}>
      {(control) => (
        <select {...control} defaultValue={initial ?? ""} className="select">
          <option value="">{say("form.know.unsaid")}</option>
          {Object.entries(choices).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
