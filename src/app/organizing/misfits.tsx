import { dayOf } from "#domain/recurrence/rules.ts";
import { type MisfitChoice, misfitChoices } from "#domain/series/rules.ts";
import type { SeriesPreview } from "#domain/series/shapes.ts";
import { say } from "#messages/say.ts";

import { shortDay } from "./repeat-form.ts";

type MisfitsProps = {
  misfits: SeriesPreview["misfits"];
  choices: Readonly<Record<string, MisfitChoice>>;
  onChoose: (eventId: string, choice: MisfitChoice) => void;
};

const words = {
  keep: () => say("series.misfit.keep"),
  cancel: () => say("series.misfit.cancel"),
  move: (date: string) => say("series.misfit.move", { date }),
};

/** The dates with people whose day falls out of the rule, each with a choice. */
export const Misfits = ({ misfits, choices, onChoose }: MisfitsProps) => (
  <div className="flex flex-col gap-3">
    <h3 className="text-small">{say("series.misfit.title", { count: misfits.length })}</h3>
    {misfits.map(({ eventId, start, people, nearest }) => (
      <fieldset key={eventId} className="border-b border-(--hair) pb-3">
        <legend className="float-left mb-1.5">
          <strong>{shortDay(dayOf(start))}</strong>{" "}
          <span className="quiet">{say("series.misfit.people", { count: people })}</span>
        </legend>
        <div className="clear-both flex flex-wrap gap-2">
          {misfitChoices
            .filter((choice) => choice !== "move" || nearest !== null)
            .toReversed()
            .map((choice) => (
              <label key={choice} className="btn flex-1 has-focus-visible:outline-3 has-focus-visible:outline-focus">
                <input
                  type="radio"
                  name={`misfit.${eventId}`}
                  checked={choices[eventId] === choice}
                  className="sr-only"
                  onChange={() => onChoose(eventId, choice)}
                />
                {words[choice](nearest ? shortDay(dayOf(nearest)) : "")}
              </label>
            ))}
        </div>
      </fieldset>
    ))}
  </div>
);
