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
        <p role="status" className={pressed.length === 1 ? "sr-only" : "told px-4 py-3"}>
          <b className="block font-display text-lg leading-snug">
            {pressed.length > 1 ? say("map.at", { count: pressed.length }) : told}
          </b>
          {pressed.length < 2 && <> {hint}</>}
        </p>
        {onMap.state === "found" && onMap.isAll && here < onMap.pins.length && pressed.length === 0 && (
          <button type="button" className="btn way" onClick={onAll}>
            {say("map.all", { count: onMap.pins.length })}
          </button>
        )}
        {pressed.length > 0 && (
          <>
            <ul className="overflow-auto overscroll-contain">
              {pressed.map((pin) => (
                <Pressed key={pin._id} pin={pin} />
              ))}
            </ul>
            <button
              type="button"
              aria-label={say("map.close")}
              className="btn btn-circle btn-ghost close"
              onClick={onClose}
            >
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
    <li className="relative flex items-center gap-3 py-2.5 ps-3 hover:bg-base-200">
      <time
        dateTime={eventDate}
        data-hue={eventType}
        className="hue grid min-h-15 w-13 flex-none content-center justify-items-center rounded-[5px_22px] text-xs leading-3.5 font-semibold"
      >
        <span>{weekday}</span> <b className="font-display text-[1.375rem] leading-6">{day}</b> <span>{month}</span>
        {year !== yearIn(timeZone) && <span> {year}</span>}
      </time>
      <div className="min-w-0 flex-1 leading-snug">
        <Link
          to={eventPath(_id)}
          viewTransition
          dir="auto"
          className="line-clamp-2 font-semibold underline decoration-1 underline-offset-4"
        >
          {title}
        </Link>
        <p>{hours}</p>
        <p dir="auto" className="quiet line-clamp-2 break-words">
          {location}
        </p>
        {left !== null && (
          <p>
            <b className="whitespace-nowrap">{left === 0 ? say("card.full") : say("card.left", { count: left })}</b>
          </p>
        )}
      </div>
    </li>
  );
}
