import { useState } from "react";

import { codeIn, codeLength } from "#domain/members/rules.ts";
import { say } from "#messages/accounts-mailed.ts";

import { FieldFrame } from "../ui/field.tsx";

/** Where the code from a mail is typed: one input, so that phones fill it in; its cells are only drawn. It sends itself when complete. */
export function CodeField() {
  const [typed, setTyped] = useState("");
  return (
    <FieldFrame name="code" label={say("code.label")}>
      {(control) => (
        <div className="relative">
          <div aria-hidden className="grid grid-cols-6 gap-2">
            {Array.from({ length: codeLength }, (_, index) => (
              <span
                key={index}
                data-next={index === Math.min(typed.length, codeLength - 1) || undefined}
                className="code-cell"
              >
                {typed[index]}
              </span>
            ))}
          </div>
          <input
            {...control}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={40}
            data-when-missing={say("code.missing")}
            className="absolute inset-0 w-full cursor-text opacity-0"
            onChange={({ target }) => {
              // Codes are pasted with what stands around them.
              target.value = codeIn(target.value);
              setTyped(target.value);
              if (target.value.length === codeLength && target.value !== typed) target.form?.requestSubmit();
            }}
          />
        </div>
      )}
    </FieldFrame>
  );
}
