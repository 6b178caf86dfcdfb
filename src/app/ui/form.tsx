import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from "react";

import { toast } from "./toast.tsx";
import { asTyped, isEmail, isPhone } from "#domain/values/rules.ts";

/** Sentences about fields, by the field's name. */
export type FieldErrors = Readonly<Record<string, string>>;

type FormState = { errors: FieldErrors; busy: boolean };

const FormContext = createContext<FormState>({ errors: {}, busy: false });

/** The errors of the form's fields, and whether it is being sent. */
export const useForm = (): FormState => useContext(FormContext);

export type FormProps = {
  /**
   * Sends the form's values. When that fails it returns the fields' errors, none if it was for another reason (which
   * it says itself); the form stays as it is.
   */
  onSend: (values: Record<string, string>, form: HTMLFormElement) => Promise<FieldErrors | void>;
  /** The errors that the form itself can see, beyond the rules that its fields declare. */
  check?: (values: Record<string, string>) => FieldErrors;
  /** Hears of everything typed, such as to keep a draft. */
  onType?: (values: Record<string, string>) => void;
  /** Where it goes without script, if that is not this page. */
  action?: string;
  /** What was wrong with it when it came without script. */
  errors?: FieldErrors | undefined;
  children: ReactNode;
  className?: string;
  label?: string;
};

/**
 * A form that is sent by script: it checks its fields by the rules they declare (`required`, `type`), says what is wrong
 * beside each, unfolds it, goes to the first, cannot be sent twice, and keeps everything typed when sending fails.
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
  const [refusals, setRefusals] = useState(0);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  // The platform's own bubbles would stand beside our sentences; without script they are all there is.
  useEffect(() => {
    if (form.current) form.current.noValidate = true;
  }, []);
  useEffect(() => {
    if (refusals === 0 || !form.current) return;
    for (const fold of form.current.querySelectorAll("details"))
      fold.open ||= fold.querySelector("[aria-invalid=true]") !== null;
    form.current.querySelector<HTMLElement>(firstWrong)?.focus();
    // No field of this form is what a refusal is about: it is said all the same.
    for (const [name, sentence] of Object.entries(errors)) if (!isMarked(form.current, name)) toast("error", sentence);
    // Once for each refusal: the sentences go one by one as their fields are mended.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [refusals]);

  function refuse(wrong: FieldErrors) {
    setErrors(wrong);
    setRefusals(refusals + 1);
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
    // A field that is being mended is no longer wrong.
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

/** Puts a text into a field within `frame` as if it had been typed: the form around it keeps its draft by that. */
export function fillField(frame: HTMLElement | null, name: string, text: string) {
  const field = frame?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (!field) return;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The first control with something wrong; of a group, its first choice, and of a list the button that opens it. */
const firstWrong =
  ["input", "select", "textarea"].map((tag) => `${tag}[aria-invalid=true]`).join() +
  ", fieldset[aria-invalid=true] input, button[data-invalid]";

/** Whether what is wrong with a field stands beside it: the field itself is marked, or the group that it is in. */
const isMarked = (form: HTMLFormElement, name: string): boolean =>
  [...form.querySelectorAll("[aria-invalid=true], [data-invalid]")].some(
    (control) =>
      control.getAttribute("data-field") === name ||
      control.getAttribute("name") === name ||
      (control.matches("fieldset") && control.querySelector(`[name="${CSS.escape(name)}"]`) !== null),
  );

const valuesOf = (form: HTMLFormElement) =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : ""]));

/** The sentences for fields that break their own rules; each field brings its sentences in data attributes. */
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

/** The values whose rule the domain has, by the word in `data-kind`. */
const kinds = { email: (typed: string) => isEmail(asTyped(typed)), phone: isPhone };
export type TypedKind = keyof typeof kinds;
const isOfKind = (kind: string, typed: string): boolean => !(kind in kinds) || kinds[kind as TypedKind](typed);

const isField = (element: Element) =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;
