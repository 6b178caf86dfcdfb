import { useState } from "react";

import { codeLength } from "#domain/gates/rules.ts";
import { say } from "#messages/say.ts";

import { focusOnce } from "#app/ui/focus.ts";
import { codesIn, strayIn } from "./typed-codes.ts";

import "./code-slots.css";

type CodeSlotsProps = {
  /** The beginning of a code. */
  begun: string;
  onType: (begun: string, codes: string[]) => void;
  /** Called for Backspace in an empty field. */
  onBackspace?: () => void;
};

/** A field for a series of codes: as soon as one is complete it is reported, and the next begins. */
export function CodeSlots({ begun, onType, onBackspace }: CodeSlotsProps) {
  const [stray, setStray] = useState<string | null>(null);
  return (
    <label className="slots relative block min-w-0 flex-1">
      <b className="block">
        {say("gate.code.label")} {/* Says which letter was ignored: otherwise the field would seem broken. */}
        <small role="status">{stray && say("gate.code.stray", { letter: stray })}</small>
      </b>
      <input
        type="text"
        className="absolute inset-0 size-full opacity-0"
        value={begun}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        inputMode="text"
        data-first
        // Gets focus as the main control, also if it appears later than its view.
        ref={focusOnce}
        onChange={({ target }) => {
          const { codes, rest } = codesIn(target.value);
          setStray(strayIn(target.value));
          onType(rest, codes);
        }}
        onKeyDown={({ key }) => {
          if (key === "Backspace" && begun === "") onBackspace?.();
        }}
      />
      <span aria-hidden>
        {Array.from({ length: codeLength }, (_, index) => (
          <i key={index} className={index === begun.length ? "c" : undefined}>
            {begun.charAt(index)}
          </i>
        ))}
      </span>
    </label>
  );
}
