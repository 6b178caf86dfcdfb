import { type FormEvent, useState } from "react";

import { firstCharacters, lengthOf } from "#domain/rules.ts";
import { say } from "#messages/site.ts";

import { FieldFrame } from "./field.tsx";
import { useForm } from "./form.tsx";

type CountedFieldProps = {
  name: string;
  label: string;
  max: number;
  /** The sentence that appears once there is no room for more. */
  full: string;
  placeholder: string;
  initial: string;
  required?: boolean;
  whenMissing?: string;
  /** Several lines. They take more than fits, so that nothing pasted is lost; one line is cut at its end. */
  multiline?: boolean;
  /** How many lines are shown at first. */
  rows?: number;
};

/** A text with a limit, counted as a person counts characters: '12/50', and a sentence when the limit is reached. */
export function CountedField(props: CountedFieldProps) {
  const {
    name,
    label,
    max,
    full,
    placeholder,
    initial,
    required = false,
    whenMissing,
    multiline = false,
    rows = 6,
  } = props;
  const [count, setCount] = useState(() => lengthOf(initial));

  function take({ currentTarget: field, nativeEvent }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) {
    // While a word is being composed (Bengali, Japanese) the keyboard owns the text.
    const composing = "isComposing" in nativeEvent && nativeEvent.isComposing === true;
    if (!multiline && !composing && lengthOf(field.value) > max) field.value = firstCharacters(field.value, max);
    setCount(lengthOf(field.value));
  }

  const wrong = Boolean(useForm().errors[name]);
  const reached = multiline ? count > max : count >= max;
  // Of the color of what is wrong once too much is typed.
  const look = count > max ? "font-semibold text-error" : reached ? "font-semibold text-accent" : "quiet";
  const counter = (
    <span className={`text-sm tabular-nums ${look}`}>
      <span aria-hidden>{say("form.count", { count: String(count), max: String(max) })}</span>
      <span className="sr-only">{say("form.count_label", { count, max })}</span>
    </span>
  );
  return (
    <FieldFrame
      name={name}
      label={label}
      aside={counter}
      hint={<span role="status">{reached && !wrong ? full : ""}</span>}
    >
      {(control) => {
        const shared = {
          ...control,
          dir: "auto",
          placeholder,
          required,
          defaultValue: initial,
          "data-when-missing": whenMissing,
          onInput: take,
          onCompositionEnd: take,
        };
        return multiline ? (
          <textarea {...shared} rows={rows} className={`textarea ${rows < 6 ? "" : "min-h-40"}`} />
        ) : (
          <input {...shared} className="input" />
        );
      }}
    </FieldFrame>
  );
}
