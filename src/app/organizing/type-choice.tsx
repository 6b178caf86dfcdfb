import { useId } from "react";

import { eventTypes } from "#domain/events/rules.ts";
import { say } from "#messages/organizing.ts";

import { Drawing } from "../ui/drawing.tsx";
import { useForm } from "../ui/form.tsx";
import { skyOf } from "../events/event-picture.tsx";

/** It fills the room that the others leave in their last row. */
const lastType = eventTypes.at(-1);

/** Chooses one of the seven types by its picture and its word; the arrow keys go through them. */
export function TypeChoice({ initial, onChoose }: { initial: string; onChoose: (type: string) => void }) {
  const id = useId();
  const error = useForm().errors["eventType"];
  return (
    <fieldset
      role="radiogroup"
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className="flex flex-col gap-1.5"
    >
      <legend className="mb-1.5 font-semibold">{say("form.type")}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4 sm:gap-3">
        {eventTypes.map((type) => (
          <label
            key={type}
            className={`relative flex cursor-pointer items-center overflow-hidden rounded-field border border-base-300 bg-base-100 ${type === lastType ? "col-span-2" : "sm:flex-col sm:items-stretch"} has-checked:border-primary has-checked:ring-2 has-checked:ring-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent`}
          >
            <input
              type="radio"
              name="eventType"
              value={type}
              required
              defaultChecked={type === initial}
              data-when-missing={say("rule.event_type.required")}
              className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
              onChange={() => onChoose(type)}
            />
            <Drawing
              scene={type}
              sky={skyOf(type)}
              className={`min-h-12 w-12 shrink-0 self-stretch ${type === lastType ? "sm:w-1/2" : "sm:aspect-[16/10] sm:w-full"}`}
            />
            <span className="px-2 py-2 text-sm leading-tight font-medium sm:px-2.5">{say(`event_type.${type}`)}</span>
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
