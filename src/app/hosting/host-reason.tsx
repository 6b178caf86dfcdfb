import { hostReasonMax } from "#domain/hosting/rules.ts";
import { lengthOf } from "#domain/rules.ts";
import { say } from "#messages/say.ts";

import { CountedField } from "../ui/counted-field.tsx";
import type { FieldErrors } from "../ui/form.tsx";

/** Checks a host's reason before it is sent: it must not be too long. */
export const checkHostReason = ({ reason = "" }: Record<string, string>): FieldErrors =>
  lengthOf(reason.trim()) > hostReasonMax ? { reason: say("rule.reason.too_long") } : {};

/** The reason for a host's decision. */
export function HostReasonField({ draft }: { draft: Readonly<Record<string, string>> }) {
  return (
    <CountedField
      name="reason"
      label={say("host.reason.log")}
      placeholder={say("host.reason.placeholder")}
      initial={draft["reason"] ?? ""}
      max={hostReasonMax}
      full={say("rule.reason.too_long")}
      whenMissing={say("rule.host_reason.required")}
      required
      multiline
      rows={3}
    />
  );
}
