import type { ComponentProps } from "react";

import { say } from "#messages/say.ts";

import { Field } from "./field.tsx";

/** The attributes of an e-mail field, also for a phone's keyboard. */
export const emailInput = {
  type: "text",
  kind: "email",
  inputMode: "email",
  autoCapitalize: "none",
  autoCorrect: "off",
  spellCheck: false,
} as const;

type EmailFieldProps = Pick<ComponentProps<typeof Field>, "label" | "hint" | "defaultValue" | "autoComplete"> & {
  name?: string;
};

/**
 * A required e-mail address. Its input is not of type email: browsers refuse letters beyond ASCII before the '@', which
 * our rule accepts, and rewrite the part after it.
 */
export function EmailField({ name = "email", autoComplete = "email", ...field }: EmailFieldProps) {
  return (
    <Field
      {...field}
      name={name}
      {...emailInput}
      autoComplete={autoComplete}
      required
      whenMissing={say("rule.email.required")}
      whenWrong={say("rule.email.format")}
    />
  );
}
