import { Refusal, sentenceOf } from "./refusal.ts";
import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";

/**
 * What a form does with a call that failed: what is wrong with its fields is returned, to stand beside them; anything else
 * is said in a toast, with `comfort` after it.
 */
export function refused(error: unknown, comfort = ""): FieldErrors {
  const fields = error instanceof Refusal ? error.fields : {};
  if (Object.keys(fields).length === 0) toast("error", `${sentenceOf(error)} ${comfort}`.trim());
  return fields;
}
