import { useId } from "react";

import { eventTypes } from "#domain/events/rules.ts";
import { say } from "#messages/organizing.ts";

import { Drawing } from "../ui/drawing.tsx";
import { useForm } from "../ui/form.tsx";
import { skyOf } from "../events/event-picture.tsx";

/** Chooses one of the seven types by its picture and its word, in one row where there is room; the arrow keys go through them. */
export function TypeChoice({ initial, onChoose }: { initial: string; onChoose: (type: string) => void }) {
  const id = useId();
  const error = useForm().errors["eventType"];
  return (
    <fieldset
      role="radiogroup"
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className="@container flex flex-col gap-1.5"
    >
      <legend className="mb-1.5 font-semibold">{say("form.type")}</legend>
      <div className="grid grid-cols-2 gap-2 @min-[26rem]:grid-cols-4 @min-[40rem]:grid-cols-7">
        {eventTypes.map((type) => (
          <label
            key={type}
            className="relative flex cursor-pointer items-center overflow-hidden rounded-field border border-base-300 bg-base-100 has-checked:border-primary has-checked:ring-2 has-checked:ring-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus @min-[26rem]:flex-col @min-[26rem]:items-stretch"
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
              className="min-h-12 w-12 shrink-0 self-stretch @min-[26rem]:aspect-[16/10] @min-[26rem]:w-full"
            />
            <span className="p-2 text-sm leading-tight font-medium @min-[26rem]:p-1.5 @min-[26rem]:text-[0.8125rem]">
              {say(`event_type.${type}`)}
            </span>
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
