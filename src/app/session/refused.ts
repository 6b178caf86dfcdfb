import { Refusal, sentenceOf } from "./refusal.ts";
import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";

/**
 * Handles a form's failed call: returns the complaints about fields, and shows anything else in a toast, followed by
 * `comfort`.
 */
export function refused(error: unknown, comfort = ""): FieldErrors {
  const fields = error instanceof Refusal ? error.fields : {};
  if (Object.keys(fields).length === 0) toast("error", `${sentenceOf(error)} ${comfort}`.trim());
  return fields;
}
