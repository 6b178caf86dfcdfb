import { useRef, useState } from "react";

import { locationMax } from "#domain/events/rules.ts";
import { mayMean, type Point, townSearchMax, withCompleted } from "#domain/towns/rules.ts";
import type { TownProposal } from "#domain/towns/shapes.ts";
import { say } from "#messages/say.ts";

import { FieldFrame } from "../ui/field.tsx";
import { fillField } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";
import { usePart } from "../ui/use-part.ts";
import { townName } from "./event-answers.ts";
import { type EventDraft, middleIn, pointIn, townIn, townText } from "./event-form.ts";
import { PinField } from "./pin-field.tsx";

const loadTowns = () => import("../session/town-proposals.tsx");

/**
 * The location of an event in the organizer's words. It proposes towns while they type. The chosen town is shown below
 * until removed, and the typed words stay. The form also gets the town and the pin, which a brief field does not show.
 */
export function LocationField({ initial, isBrief = false }: { initial: EventDraft; isBrief?: boolean }) {
  const [town, setTown] = useState(initial.town ?? "");
  const [point, setPoint] = useState(initial.point ?? "");
  const frame = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [Towns, askTowns] = usePart(loadTowns);
  const chosen = townIn(town);
  const label = townName(town);

  function put(next: { town: string; point: string }) {
    setTown(next.town);
    setPoint(next.point);
    for (const [name, text] of Object.entries(next)) fillField(frame.current, name, text);
  }
  function choose(proposed: TownProposal) {
    // A pin belongs to the town it was set in.
    put({ town: townText(proposed, proposed.point), point: chosen?.id === proposed.id ? point : "" });
    fillField(frame.current, "location", withCompleted(field.current?.value ?? "", proposed.name));
  }
  function remove() {
    put({ town: "", point: "" });
    // The pressed button is gone, so focus moves to the field.
    field.current?.focus();
  }
  /**
   * A town that is only typed is not saved, but the map begins there, so that the organizer need not search the world.
   */
  async function guess(): Promise<Point | null> {
    const location = field.current?.value ?? "";
    if (chosen || location.trim() === "") return null;
    const [likeliest] = await import("../session/use-towns.ts")
      .then(({ findTowns }) => findTowns(location.slice(-townSearchMax)))
      .catch(() => []);
    return likeliest && mayMean(location, likeliest.name) ? likeliest.point : null;
  }

  const chip = label && (
    <button
      type="button"
      aria-label={say("form.town.remove", { town: label })}
      className={
        isBrief
          ? "quiet -my-2.5 flex min-h-11 min-w-0 cursor-pointer items-center gap-1 text-sm"
          : "btn h-auto self-start py-1 text-start whitespace-normal"
      }
      onClick={remove}
    >
      <Icon name="map-pin" className="size-4 text-accent" />
      <span dir="auto" className={`min-w-0 ${isBrief ? "truncate" : "break-words"}`}>
        {label}
      </span>
      <Icon name="x" className="size-4" />
    </button>
  );
  return (
    <div ref={frame} className="flex flex-col gap-2">
      <input type="hidden" name="town" value={town} />
      <input type="hidden" name="point" value={point} />
      <FieldFrame
        name="location"
        label={say("form.location")}
        aside={isBrief && chip}
        hint={!chosen && !isBrief && say("form.location.hint")}
      >
        {(control) => (
          <div className="relative">
            <input
              dir="auto"
              {...control}
              ref={field}
              className="input"
              defaultValue={initial.location}
              maxLength={locationMax}
              placeholder={say("form.location.placeholder")}
              autoComplete="off"
              required
              data-when-missing={say("rule.location.required")}
              onFocus={askTowns}
            />
            {Towns && <Towns field={field} onChoose={choose} />}
          </div>
        )}
      </FieldFrame>
      {!isBrief && chip}
      {!isBrief && (
        <PinField
          point={pointIn(point)}
          around={middleIn(town)}
          onSet={(pin) => put({ town, point: pin ? `${pin.lat},${pin.lon}` : "" })}
          guess={guess}
          toTown={() => field.current?.focus()}
        />
      )}
    </div>
  );
}
