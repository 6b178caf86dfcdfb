import { type FormEvent, useState } from "react";

import { firstCharacters, lengthOf } from "#domain/rules.ts";
import { say } from "#messages/say.ts";

import { FieldFrame } from "./field.tsx";
import { useForm } from "./form.tsx";

type CountedFieldProps = {
  name: string;
  label: string;
  max: number;
  /** The sentence that appears at the limit. */
  full: string;
  placeholder: string;
  initial: string;
  required?: boolean;
  whenMissing?: string;
  /**
   * Several lines. Several lines accept more than the limit, so that no pasted text is lost; a single line is cut at
   * its end.
   */
  multiline?: boolean;
  /** The number of lines at first. */
  rows?: number;
};

/** A text with a limit, counted in characters as people count them: '12/50', and a sentence at the limit. */
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
  // The error color appears once the text is too long.
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
