import { useState } from "react";

import { say } from "#messages/say.ts";

import { FieldFrame } from "./field.tsx";
import { Icon } from "./icon.tsx";

type PasswordFieldProps = {
  label: string;
  name?: string;
  autoComplete: "current-password" | "new-password";
  hint?: string;
};

/** A password with a button that shows and hides it. */
export function PasswordField({ label, name = "password", autoComplete, hint }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame name={name} label={label} hint={hint}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            type={shown ? "text" : "password"}
            required
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            data-when-missing={say("rule.password.required")}
            className="input pr-12"
          />
          <button
            type="button"
            aria-label={say(shown ? "password.hide" : "password.show")}
            className="absolute top-0 right-0 z-10 grid size-12 cursor-pointer place-items-center"
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? "eye-off" : "eye"} />
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
