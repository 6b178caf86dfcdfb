import { type ComponentProps, type ReactNode, useId } from "react";

import { type TypedKind, useForm } from "./form.tsx";

/** The sentences for the field's own rules: missing, or invalid. */
type RuleSentences = {
  whenMissing?: string;
  whenWrong?: string;
  /** The kind of value, if a rule checks it. */
  kind?: TypedKind;
};

type FrameProps = {
  name: string;
  label: string;
  hint?: ReactNode;
  /** Content at the right of the label, such as a counter. */
  aside?: ReactNode;
  children: (attributes: ControlAttributes) => ReactNode;
};

type ControlAttributes = {
  id: string;
  name: string;
  /** The name of the field, also if a hidden input holds its value. */
  "data-field": string;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
};

/** The frame of every field: its label, hint and error, tied to the control for screen readers. */
export function FieldFrame({ name, label, hint, aside, children }: FrameProps) {
  const id = useId();
  const error = useForm().errors[name];
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        name,
        "data-field": name,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy || undefined,
      })}
      {error && (
        <p id={`${id}-error`} className="font-medium text-error">
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="quiet text-sm">
          {hint}
        </div>
      )}
    </div>
  );
}

type FieldProps = Omit<FrameProps, "children"> & RuleSentences & Omit<ComponentProps<"input">, "name">;

/** A field of one line. */
export function Field({
  name,
  label,
  hint,
  aside,
  whenMissing,
  whenWrong,
  kind,
  className = "",
  ...input
}: FieldProps) {
  return (
    <FieldFrame name={name} label={label} hint={hint} aside={aside}>
      {(control) => (
        <input
          dir="auto"
          {...input}
          {...control}
          data-when-missing={whenMissing}
          data-when-wrong={whenWrong}
          data-kind={kind}
          className={`input ${className}`}
        />
      )}
    </FieldFrame>
  );
}

/** The submit button: while the form is being sent, it says so and cannot be pressed again. */
export function SubmitButton({
  children,
  busy: busyText,
  className = "",
  look = "btn-primary",
}: {
  children: ReactNode;
  busy: string;
  className?: string;
  /** Another style, if another button is the primary one or if the action is destructive. */
  look?: "btn-primary" | "btn-error" | "";
}) {
  const { busy } = useForm();
  return (
    <button type="submit" className={`btn ${look} ${className}`} aria-disabled={busy || undefined}>
      {busy && <span className="loading loading-spinner loading-sm" aria-hidden />}
      {busy ? busyText : children}
    </button>
  );
}
