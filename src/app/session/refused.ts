import { pageNow, toast } from "../ui/toast.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { Refusal, sentenceOf } from "./refusal.ts";

/**
 * Handles a form's failed call: returns the complaints about fields, and shows anything else in a toast. It ends with
 * `failed`, which is true on any page, and with `here`, which is true on the form's own: the reader may have left it.
 */
export function refused(error: unknown, failed = "", here = ""): FieldErrors {
  const { fields = {}, page = pageNow() } = error instanceof Refusal ? error : {};
  if (Object.keys(fields).length === 0)
    toast("error", [sentenceOf(error), failed, page === pageNow() && here].filter(Boolean).join(" "));
  return fields;
}
