import { useId } from "react";

import { useForm } from "./form.tsx";

type ChoiceProps = {
  name: string;
  legend: string;
  options: { value: string; label: string }[];
  initial: string;
  whenMissing: string;
};

/** One of a few answers, each a target for a thumb; it works without script, and the arrow keys go through them. */
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
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {options.map(({ value, label }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field border border-base-300 px-3.5 py-2 has-checked:border-primary has-checked:bg-secondary has-checked:text-secondary-content has-focus-visible:outline-3 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={value}
              required
              defaultChecked={value === initial}
              data-when-missing={whenMissing}
              className="size-4 shrink-0 accent-primary"
            />
            <span className="min-w-0">{label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="font-medium text-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
