import { useId } from "react";

import { eventTypes } from "#domain/events/rules.ts";
import { say } from "#messages/say.ts";

import { skyOf } from "../events/event-picture.tsx";
import { Drawing } from "../ui/drawing.tsx";
import { useForm } from "../ui/form.tsx";

/** Chooses one of the seven types by its scene, in one row; the arrow keys move between them. */
export function TypeTiles({ initial }: { initial: string }) {
  const id = useId();
  const error = useForm().errors["eventType"];
  return (
    <fieldset
      role="radiogroup"
      data-in-place
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className=""
    >
      <legend className="sr-only">{say("form.type")}</legend>
      <div className="grid grid-cols-4 gap-1.5 min-[22rem]:grid-cols-7 lg:gap-2">
        {eventTypes.map((type) => (
          <label
            key={type}
            data-hue={type}
            title={say(`event_type.${type}`)}
            className="type-tile relative flex h-11 cursor-pointer items-center overflow-hidden lg:h-13 lg:gap-2"
          >
            <input
              type="radio"
              name="eventType"
              value={type}
              required
              defaultChecked={type === initial}
              data-when-missing={say("rule.event_type.required")}
              className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
            />
            <Drawing scene={type} sky={skyOf(type)} className="h-full w-full lg:w-15 lg:flex-none" />
            <span className="text-sm leading-tight font-semibold max-lg:sr-only lg:pe-1.5">
              {say(`event_type.${type}`)}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1 font-medium text-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
