import { type ComponentProps, useId } from "react";

import { useForm } from "./form.tsx";

type ChoiceProps = {
  name: string;
  legend: string;
  options: { value: string; label: string }[];
  initial: string;
  whenMissing: string;
};

/**
 * A choice of a few answers, each large enough for a thumb. It works without script, and the arrow keys move between
 * answers.
 */
export function Choice({ name, legend, options, initial, whenMissing }: ChoiceProps) {
  const id = useId();
  const error = useForm().errors[name];
  return (
    <fieldset
      role="radiogroup"
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className="flex flex-col gap-1.5"
    >
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      {/* The error is beside the question, not below many answers. */}
      {error && (
        <p id={`${id}-error`} className="-mt-1.5 mb-1 font-medium text-error">
          {error}
        </p>
      )}
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {options.map(({ value, label }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field border border-base-content/50 px-3.5 py-2 has-checked:border-primary has-checked:bg-secondary has-checked:text-secondary-content has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <Radio
              name={name}
              value={value}
              required
              defaultChecked={value === initial}
              data-when-missing={whenMissing}
            />
            <span className="min-w-0">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A radio button without a background of its own; some browsers would fill it with gray. */
export const Radio = (input: ComponentProps<"input"> & { "data-when-missing"?: string }) => (
  <input
    {...input}
    type="radio"
    className="size-4 flex-none appearance-none rounded-full border border-base-content/50 checked:border-5 checked:border-primary"
  />
);
