import type { ComponentProps } from "react";

import { say } from "#messages/site.ts";

import { Field } from "./field.tsx";

/** What an e-mail address needs of a field, and of a phone's keyboard. */
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
 * An e-mail address, which is needed. It is no input of type email: browsers refuse letters beyond ASCII before the '@' of these, which
 * our rule takes, and rewrite what stands after it.
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
