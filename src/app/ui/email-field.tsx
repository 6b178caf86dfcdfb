import type { ComponentProps } from "react";

import { say } from "#messages/site.ts";

import { Field } from "./field.tsx";

type EmailFieldProps = Pick<ComponentProps<typeof Field>, "label" | "hint" | "defaultValue" | "autoComplete"> & {
  name?: string;
};

/** An e-mail address, which is needed. */
export function EmailField({ name = "email", autoComplete = "email", ...field }: EmailFieldProps) {
  return (
    <Field
      {...field}
      name={name}
      type="email"
      autoComplete={autoComplete}
      required
      whenMissing={say("rule.email.required")}
      whenWrong={say("rule.email.format")}
    />
  );
}
