import { dayOf, eventPath, spanOf } from "#domain/events/rules.ts";
import type { EventPins } from "#domain/events/shapes.ts";
import { say } from "#messages/events-map.ts";

import { Link } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";
import type { Pin } from "./clusters.ts";
import { useReadersZone } from "./event-time.tsx";

/** What a map is known to show; `isPart` is whether it was asked for a part of the globe only. */
export type OnMap = { state: "loading" } | { state: "failed" } | ({ state: "found"; isPart: boolean } & EventPins);

type MapFootProps = {
  onMap: OnMap;
  /** Whether the list has found nothing at all. */
  isNothing: boolean;
  pressed: readonly Pin[];
  onClose: () => void;
};

/** The map's foot: how many events are on it, and in the place of that those of the mark that was pressed, each with the way to its page. */
export function MapFoot({ onMap, isNothing, pressed, onClose }: MapFootProps) {
  const [told, hint] = wordsFor(onMap, isNothing);
  return (
    <div className="map-foot">
      <div>
        <p role="status" className={pressed.length > 0 ? "sr-only" : "told"}>
          <b>{told}</b> {hint}
        </p>
        {onMap.state === "found" && onMap.pins.length === 0 && (
          <button type="button" className="to-ways" onClick={toWaysOut}>
            {say("map.none.ways")}
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

/** How many there are, and what can be done about it. */
function wordsFor(onMap: OnMap, isNothing: boolean): [told: string, hint?: string] {
  if (onMap.state === "loading") return [say("loading")];
  if (onMap.state === "failed") return [say("network.failed")];
  const { pins, isMore, isPart } = onMap;
  if (pins.length === 0) {
    if (isPart) return [say("map.none.here"), say("map.none.hint")];
    return [say(isNothing ? "map.none.found" : "map.none")];
  }
  const count = pins.length;
  return isMore ? [say("map.more", { count }), say("map.more.hint")] : [say("map.here", { count }), say("map.press")];
}

/** To what the list has where nothing was found: on a phone it stands below the map. */
function toWaysOut() {
  const ways = document.querySelector<HTMLElement>(".beside-map .nothing h2");
  ways?.scrollIntoView();
  ways?.focus({ preventScroll: true });
}

const yearIn = (timeZone: string) => dayOf(new Date(), timeZone)["year"];

function Pressed({ pin: { _id, title, location, eventType, eventDate, eventEnd, timeZone, left } }: { pin: Pin }) {
  const begin = new Date(eventDate);
  const isElsewhere = useReadersZone(eventDate, eventEnd, timeZone) !== timeZone;
  const { from, until } = spanOf(begin, new Date(eventEnd), timeZone, isElsewhere);
  const { weekday, day, month, year } = dayOf(begin, timeZone);
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
        <p>
          {from} – {until}
          {left !== null && (
            <>
              {" · "}
              <b>{left === 0 ? say("card.full") : say("card.left", { count: left })}</b>
            </>
          )}
        </p>
        <p dir="auto" className="quiet">
          {location}
        </p>
      </div>
    </li>
  );
}
