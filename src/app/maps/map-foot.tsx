import { dayOf, eventPath } from "#domain/events/rules.ts";
import type { EventPins } from "#domain/events/shapes.ts";
import { spanInWords, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";
import type { Pin } from "./clusters.ts";
import { useReadersZone } from "../events/event-time.tsx";

/** The map's state; `isAll` is whether its pins are all of the list's on the globe. */
export type OnMap = { state: "loading" } | { state: "failed" } | ({ state: "found"; isAll: boolean } & EventPins);

type MapFootProps = {
  onMap: OnMap;
  /** The number of the list's events in sight. */
  here: number;
  pressed: readonly Pin[];
  onClose: () => void;
  onAll: () => void;
};

/**
 * The map's foot: how many events are in sight, and a button to show all if some are not. After a press on a mark it
 * lists the mark's events instead, each with a link to its page.
 */
export function MapFoot({ onMap, here, pressed, onClose, onAll }: MapFootProps) {
  const [told, hint] = wordsFor(onMap, here);
  return (
    <div className="map-foot">
      <div>
        <p role="status" className={pressed.length === 1 ? "sr-only" : "told"}>
          <b>{pressed.length > 1 ? say("map.at", { count: pressed.length }) : told}</b>
          {pressed.length < 2 && <> {hint}</>}
        </p>
        {onMap.state === "found" && onMap.isAll && here < onMap.pins.length && pressed.length === 0 && (
          <button type="button" className="way" onClick={onAll}>
            {say("map.all", { count: onMap.pins.length })}
          </button>
        )}
        {pressed.length > 0 && (
          <>
            <ul>
              {pressed.map((pin) => (
                <Pressed key={pin._id} pin={pin} />
              ))}
            </ul>
            <button type="button" aria-label={say("map.close")} onClick={onClose}>
              <Icon name="x" />
            </button>
          </>
        )}
      </div>
    </div>
  );
}

/** The number of events, and a hint of what to do next. */
function wordsFor(onMap: OnMap, here: number): [told: string, hint?: string] {
  if (onMap.state === "loading") return [say("loading")];
  if (onMap.state === "failed") return [say("network.failed")];
  const { pins, isMore, isAll } = onMap;
  const count = pins.length;
  if (count === 0 && isAll) return [say("map.none")];
  if (here === 0) return [say("map.none.here"), say("map.none.hint")];
  if (isMore) return [say(here < count ? "map.more.part" : "map.more", { here, count }), say("map.more.hint")];
  return [say(here < count ? "map.part" : "map.here", { here, count }), say("map.press")];
}

const yearIn = (timeZone: string) => dayOf(new Date(), timeZone)["year"];

function Pressed({ pin }: { pin: Pin }) {
  const { _id, title, location, eventType, eventDate, timeZone, left } = pin;
  const span = spanOf(pin);
  const isElsewhere = useReadersZone(span) !== timeZone;
  const { hours } = spanInWords(span, isElsewhere);
  const { weekday, day, month, year } = dayOf(span.begin, timeZone);
  return (
    <li>
      <time dateTime={eventDate} data-hue={eventType} className="hue">
        <span>{weekday}</span> <b>{day}</b> <span>{month}</span>
        {year !== yearIn(timeZone) && <span> {year}</span>}
      </time>
      <div>
        <Link to={eventPath(_id)} viewTransition dir="auto">
          {title}
        </Link>
        <p>{hours}</p>
        <p dir="auto" className="quiet">
          {location}
        </p>
        {left !== null && (
          <p>
            <b>{left === 0 ? say("card.full") : say("card.left", { count: left })}</b>
          </p>
        )}
      </div>
    </li>
  );
}
