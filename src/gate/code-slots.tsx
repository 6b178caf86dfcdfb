import { useState } from "react";

import { codeLength } from "#domain/gates/rules.ts";
import { say } from "#messages/gates-device.ts";

import { focusOnce } from "#app/ui/focus.ts";
import { codesIn, strayIn } from "./typed-codes.ts";

type CodeSlotsProps = {
  /** The beginning of a code. */
  begun: string;
  onType: (begun: string, codes: string[]) => void;
  /** Backspace where nothing is begun. */
  onBackspace?: () => void;
};

/** A field for codes, one after the other: as soon as one is whole, it is told, and the next begins. */
export function CodeSlots({ begun, onType, onBackspace }: CodeSlotsProps) {
  const [stray, setStray] = useState<string | null>(null);
  return (
    <label className="slots">
      <b>
        {say("gate.code.label")} {/* A letter that does nothing would be taken for a field that does nothing. */}
        <small role="status">{stray && say("gate.code.stray", { letter: stray })}</small>
      </b>
      <input
        type="text"
        value={begun}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        inputMode="text"
        data-first
        // It is what one came for, also where it is shown later than the view that it is in.
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
