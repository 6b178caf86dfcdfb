import { reasonMax } from "#domain/events/rules.ts";
import { lengthOf } from "#domain/rules.ts";
import { say } from "#messages/say.ts";

import { CountedField } from "../ui/counted-field.tsx";
import type { FieldErrors } from "../ui/form.tsx";

type ReasonFieldProps = { label: string; placeholder: string; initial: string | undefined };

/** The organizer's reason for an action, which is mailed to the people it affects. */
export function ReasonField({ label, placeholder, initial = "" }: ReasonFieldProps) {
  return (
    <CountedField
      name="reason"
      label={label}
      placeholder={placeholder}
      initial={initial}
      max={reasonMax}
      full={say("rule.reason.too_long")}
      whenMissing={say("rule.reason.required")}
      required
      multiline
      rows={3}
    />
  );
}

/** Checks the length, which the field's own attributes cannot. */
export const checkReason = ({ reason = "" }: Record<string, string>): FieldErrors =>
  lengthOf(reason.trim()) > reasonMax ? { reason: say("rule.reason.too_long") } : {};
