import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from "react";

import { toast } from "./toast.tsx";
import { asTyped, isEmail, isPhone } from "#domain/values/rules.ts";

/** Error sentences by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

type FormState = { errors: FieldErrors; busy: boolean };

const FormContext = createContext<FormState>({ errors: {}, busy: false });

/** The errors of the form's fields, and whether it is being sent. */
export const useForm = (): FormState => useContext(FormContext);

export type FormProps = {
  /**
   * Sends the form's values. On failure it returns the errors of fields, or an empty object if it has shown another
   * reason itself; the form stays as it is.
   */
  onSend: (values: Record<string, string>, form: HTMLFormElement) => Promise<FieldErrors | void>;
  /** Checks the values beyond the rules that fields declare, and returns the errors. */
  check?: (values: Record<string, string>) => FieldErrors;
  /** Called at each input, for example to keep a draft. */
  onType?: (values: Record<string, string>) => void;
  /** The form's target without script, if that is another page. */
  action?: string;
  /** The errors of a form that was sent without script. */
  errors?: FieldErrors | undefined;
  children: ReactNode;
  className?: string;
  label?: string;
};

/**
 * A form sent by script. It checks the rules that its fields declare (`required`, `type`), shows the errors beside the
 * fields, and unfolds and focuses the first one. It cannot be sent twice, and keeps its values when sending fails.
 */
export function Form({
  onSend,
  check,
  onType,
  errors: wrongBefore = {},
  children,
  className,
  label,
  action,
}: FormProps) {
  const [errors, setErrors] = useState<FieldErrors>(wrongBefore);
  const [refusal, setRefusal] = useState<FieldErrors | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  // The platform's error bubbles would repeat our sentences, so they only appear without script.
  useEffect(() => {
    if (form.current) form.current.noValidate = true;
  }, []);
  // Runs once for each refusal: the errors disappear one by one as fields are corrected.
  useEffect(() => {
    if (!refusal || !form.current) return;
    for (const fold of form.current.querySelectorAll("details"))
      fold.open ||= fold.querySelector("[aria-invalid=true]") !== null;
    form.current.querySelector<HTMLElement>(firstWrong)?.focus();
    // A complaint about a field that this form lacks becomes a toast.
    for (const [name, sentence] of Object.entries(refusal)) if (!isMarked(form.current, name)) toast("error", sentence);
  }, [refusal]);

  function refuse(wrong: FieldErrors) {
    setErrors(wrong);
    // A new object each time, so that the same errors are announced again.
    setRefusal({ ...wrong });
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const element = event.currentTarget;
    const values = valuesOf(element);
    const wrong = { ...check?.(values), ...brokenRules(element) };
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    setErrors({});
    setBusy(true);
    const refused = await onSend(values, element).finally(() => setBusy(false));
    if (refused) refuse(refused);
  }

  function hear({ target, currentTarget }: FormEvent<HTMLFormElement>) {
    onType?.(valuesOf(currentTarget));
    // A field's error disappears once the field is edited.
    const name = target instanceof Element && isField(target) ? target.name : "";
    if (name in errors) setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => field !== name)));
  }

  return (
    <form
      ref={form}
      method="post"
      action={action}
      aria-label={label}
      className={className}
      onSubmit={send}
      onInput={hear}
    >
      <FormContext value={{ errors, busy }}>{children}</FormContext>
    </form>
  );
}

/** Puts a text into a field within `frame` as if it had been typed, so that the form around it keeps its draft. */
export function fillField(frame: HTMLElement | null, name: string, text: string) {
  const field = frame?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (!field) return;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The first control with an error; for a group its first choice, and for a list the button that opens it. */
const firstWrong =
  ["input", "select", "textarea"].map((tag) => `${tag}[aria-invalid=true]`).join() +
  ", fieldset[aria-invalid=true] input, button[data-invalid]";

/** True if a field's error is visible beside it: on the field itself, or on its group. */
const isMarked = (form: HTMLFormElement, name: string): boolean =>
  [...form.querySelectorAll("[aria-invalid=true], [data-invalid]")].some(
    (control) =>
      control.getAttribute("data-field") === name ||
      control.getAttribute("name") === name ||
      (control.matches("fieldset") && control.querySelector(`[name="${CSS.escape(name)}"]`) !== null),
  );

const valuesOf = (form: HTMLFormElement) =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : ""]));

/** The error sentences of fields that break their own rules; each field has its sentences in data attributes. */
function brokenRules(form: HTMLFormElement): FieldErrors {
  const wrong: Record<string, string> = {};
  for (const field of form.elements) {
    if (!isField(field) || !field.name || !field.willValidate) continue;
    const { whenMissing = "", whenWrong = "", kind = "" } = field.dataset;
    const blank = field.validity.valueMissing || field.value.trim() === "";
    if (field.validity.valid && (blank || isOfKind(kind, field.value))) continue;
    wrong[field.name] ??= (blank ? whenMissing : whenWrong) || field.validationMessage;
  }
  return wrong;
}

/** The kinds in `data-kind` that a rule of the domain checks. */
const kinds = { email: (typed: string) => isEmail(asTyped(typed)), phone: isPhone };
export type TypedKind = keyof typeof kinds;
const isOfKind = (kind: string, typed: string): boolean => !(kind in kinds) || kinds[kind as TypedKind](typed);

const isField = (element: Element) =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;
