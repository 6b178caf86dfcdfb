import { type KeyboardEvent, useEffect, useRef } from "react";

import { isNumber, numberLength } from "#domain/records/rules.ts";
import { say } from "#messages/say.ts";

import { inFours } from "./entry-words.ts";

/**
 * Asks for the number on a record's sheet; it works without script. Text that cannot be a number is reported here,
 * beside the field.
 * @param number the earlier input, without spaces
 * @param isAside whether another step of the page comes first
 */
export function NumberForm({ number, isAside }: { number: string; isAside: boolean }) {
  const wrong = number === "" || isNumber(number) ? "" : whyWrong(number);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (wrong) field.current?.focus();
  }, [wrong]);
  return (
    <form action="/verify" className="sheet verify-part">
      <label htmlFor="number" className="font-semibold">
        {say("verify.number")}
      </label>
      {/* Two lines, as on the sheet: the number is too long for one on a phone. */}
      <textarea
        ref={field}
        id="number"
        name="number"
        rows={2}
        className="textarea verify-number"
        defaultValue={inFours(number)}
        required
        maxLength={80}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? "number-wrong number-hint" : "number-hint"}
        onKeyDown={sendOnEnter}
      />
      {wrong && (
        <p id="number-wrong" className="font-medium text-error">
          {wrong}
        </p>
      )}
      <p id="number-hint" className="quiet text-sm">
        {say("verify.number.hint")}
      </p>
      <button type="submit" className={`btn self-start ${isAside ? "" : "btn-primary"}`}>
        {say("verify.check")}
      </button>
    </form>
  );
}

const whyWrong = (number: string) =>
  number.length === numberLength ? say("verify.number.letters") : say("verify.number.length", { count: number.length });

/** Enter submits, as it is one number although it has two lines. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
