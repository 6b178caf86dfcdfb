import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from "react";

import { firstCharacters, lengthOf } from "#domain/rules.ts";
import { say } from "#messages/say.ts";

import { useForm } from "../ui/form.tsx";

type PosterTextProps = {
  name: string;
  label: string;
  max: number;
  /** The sentence that appears at the limit. */
  full: string;
  placeholder: string;
  initial: string;
  required: boolean;
  whenMissing: string;
  /** Takes a single line: it breaks where there is no more room, and ends at the limit. */
  isTitle?: boolean;
  /** The size of the text. */
  className: string;
  /** Content at the left of the counter. */
  beside?: ReactNode;
};

/**
 * A text typed where and as it will be read: without a border, as tall as it needs, and counted as people count
 * characters.
 */
export function PosterText(props: PosterTextProps) {
  const {
    name,
    label,
    max,
    full,
    placeholder,
    initial,
    required,
    whenMissing,
    isTitle = false,
    className,
    beside,
  } = props;
  const [text, setText] = useState(initial);
  const id = useId();
  const error = useForm().errors[name];
  const count = lengthOf(text);
  const reached = isTitle ? count >= max : count > max;

  function take({ currentTarget: field, nativeEvent }: FormEvent<HTMLTextAreaElement>) {
    // While a word is being composed (Bengali, Japanese) the keyboard owns the text.
    const composing = "isComposing" in nativeEvent && nativeEvent.isComposing === true;
    if (isTitle && !composing) {
      const line = firstCharacters(field.value.replaceAll(/\s*\n\s*/g, " "), max);
      if (line !== field.value) field.value = line;
    }
    setText(field.value);
  }
  /** A title has one line, so Enter sends the form as it does in any field of one line. */
  function send(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!isTitle || event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  }

  const look = count > max ? "font-semibold text-error" : reached ? "font-semibold text-accent" : "quiet";
  const counter = (
    <span className={`ms-auto text-sm tabular-nums ${look}`}>
      <span aria-hidden>{say("form.count", { count: String(count), max: String(max) })}</span>
      <span className="sr-only">{say("form.count_label", { count, max })}</span>
    </span>
  );
  const shape = `col-start-1 row-start-1 w-full px-0 py-1.5 break-words whitespace-pre-wrap ${className}`;
  return (
    <div className="flex flex-col">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      {isTitle && (
        <div className="flex min-h-6 items-center gap-3">
          {beside}
          {counter}
        </div>
      )}
      <div className="grid">
        <textarea
          id={id}
          name={name}
          data-in-place
          dir="auto"
          rows={1}
          required={required}
          placeholder={placeholder}
          defaultValue={initial}
          data-when-missing={whenMissing}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint`}
          className={`resize-none overflow-hidden rounded-sm border-0 bg-transparent outline-offset-0 ${shape}`}
          onInput={take}
          onCompositionEnd={take}
          onKeyDown={send}
        />
        {/* As tall as the text, which a textarea is not by itself. */}
        <div
          aria-hidden
          data-text={`${text || placeholder} `}
          className={`invisible after:content-[attr(data-text)] ${shape}`}
        />
      </div>
      {!isTitle && <div className="flex">{counter}</div>}
      <p id={`${id}-hint`} role="status" className={error ? "font-medium text-error" : "quiet text-sm"}>
        {error ?? (reached ? full : "")}
      </p>
    </div>
  );
}
