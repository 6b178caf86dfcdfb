import { useRef, useState } from "react";

import { locationMax } from "#domain/events/rules.ts";
import { mayMean, type Point, townSearchMax, withCompleted } from "#domain/towns/rules.ts";
import { say } from "#messages/organizing.ts";

import { findTowns, useTowns } from "../session/use-towns.ts";
import { Combobox } from "../ui/combobox.tsx";
import { FieldFrame } from "../ui/field.tsx";
import { fillField } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";
import { type EventDraft, middleIn, pointIn, townIn, townText } from "./event-form.ts";
import { PinField } from "./pin-field.tsx";

const countries = new Intl.DisplayNames("en", { type: "region" });

/**
 * Where an event is, in the organizer's words. While they type towns are proposed; the one that is chosen stands below until it is taken
 * away, and what they typed stays. The form gets the town and the pin besides.
 */
export function LocationField({ initial }: { initial: EventDraft }) {
  const [town, setTown] = useState(initial.town ?? "");
  const [point, setPoint] = useState(initial.point ?? "");
  const { towns, look } = useTowns();
  const frame = useRef<HTMLDivElement>(null);
  const chosen = townIn(town);
  const label = chosen && `${chosen.name}, ${countries.of(chosen.country)}${point && ` · ${say("form.town.pin")}`}`;

  function put(next: { town: string; point: string }) {
    setTown(next.town);
    setPoint(next.point);
    for (const [name, text] of Object.entries(next)) fillField(frame.current, name, text);
  }
  function choose(id: number) {
    const proposed = towns.find((each) => each.id === id);
    const field = theField();
    if (!proposed || !field) return;
    // A pin is where it was set, and not in another town.
    put({ town: townText(proposed, proposed.point), point: chosen?.id === id ? point : "" });
    fillField(frame.current, "location", withCompleted(field.value, proposed.name));
    look("");
  }
  function remove() {
    put({ town: "", point: "" });
    // The button that was pressed is gone.
    theField()?.focus();
  }
  /** What is only typed is no town of the event's; but a map that begins there saves the way through the world. */
  async function guess(): Promise<Point | null> {
    const location = theField()?.value ?? "";
    if (chosen || location.trim() === "") return null;
    const [likeliest] = await findTowns(location.slice(-townSearchMax)).catch(() => []);
    return likeliest && mayMean(location, likeliest.name) ? likeliest.point : null;
  }
  const theField = () => frame.current?.querySelector<HTMLInputElement>("input[name=location]");

  return (
    <div ref={frame} className="flex flex-col gap-2">
      <input type="hidden" name="town" value={town} />
      <input type="hidden" name="point" value={point} />
      <FieldFrame name="location" label={say("form.location")} hint={!chosen && say("form.location.hint")}>
        {(control) => (
          <Combobox
            input={{
              ...control,
              className: "input",
              defaultValue: initial.location,
              maxLength: locationMax,
              placeholder: say("form.location.placeholder"),
              required: true,
              "data-when-missing": say("rule.location.required"),
            }}
            proposals={towns.map(({ id, name, region, countryName }) => ({
              key: id,
              text: name,
              more: [region, countryName].filter(Boolean).join(", "),
            }))}
            label={say("form.towns")}
            count={say("form.towns.count", { count: towns.length })}
            onType={look}
            onChoose={choose}
          />
        )}
      </FieldFrame>
      {label && (
        <button
          type="button"
          aria-label={say("form.town.remove", { town: label })}
          className="btn btn-sm h-auto min-h-11 gap-1.5 self-start border-base-300 bg-base-100 py-1 text-start"
          onClick={remove}
        >
          <Icon name="map-pin" className="size-4 text-accent" />
          <span dir="auto" className="min-w-0 break-words">
            {label}
          </span>
          <Icon name="x" className="size-4" />
        </button>
      )}
      <PinField
        point={pointIn(point)}
        around={middleIn(town)}
        onSet={(pin) => put({ town, point: pin ? `${pin.lat},${pin.lon}` : "" })}
        guess={guess}
      />
    </div>
  );
}
