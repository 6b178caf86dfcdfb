import { type ComponentType, useRef, useState } from "react";

import type { Point } from "#domain/towns/rules.ts";
import { say } from "#messages/say.ts";

import { loadMap } from "../maps/load-map.ts";
import type { PointMapProps } from "../maps/point-map.tsx";
import { useSiteSettings } from "../session/site-settings.ts";
import { Icon } from "../ui/icon.tsx";

type PinFieldProps = Pick<PointMapProps, "point" | "around"> & {
  onSet: (point: Point | null) => void;
  /** Finds a first view for a map opened without a pin and a town. */
  guess: () => Promise<Point | null>;
  /** Moves focus to the field of the town. */
  toTown: () => void;
};

/**
 * The exact meeting point: a pin on a map, which loads on demand. A meeting point is hard to find on a world map, so
 * the field asks for the town first; organizers can still start with the world map.
 */
export function PinField({ point, around, onSet, guess, toTown }: PinFieldProps) {
  const [opened, setOpened] = useState<{ Map: ComponentType<PointMapProps>; begin: Point | null } | null>(null);
  const [isTownAsked, setTownAsked] = useState(false);
  const { tiles = "" } = useSiteSettings()?.map ?? {};
  const frame = useRef<HTMLDivElement>(null);

  async function open() {
    const begin = point ?? around ?? (await guess());
    if (begin) return show(begin);
    setTownAsked(true);
    toTown();
  }

  async function show(begin: Point | null) {
    const Map = await loadMap(() => import("../maps/point-map.tsx"));
    if (Map) setOpened({ Map, begin });
  }

  function remove() {
    onSet(null);
    // The pressed button is gone, so focus moves to what replaced it.
    frame.current?.querySelector<HTMLElement>("[role=region], .btn")?.focus({ preventScroll: true });
  }

  const told = (
    <div className="flex flex-wrap items-center gap-x-1.5 text-[0.8125rem] sm:text-sm">
      <div role="status">
        {point && (
          <span className="flex items-center gap-1.5">
            <Icon name="check" className="size-4 text-primary" />
            {say("form.pin.set")}
          </span>
        )}
      </div>
      {point && (
        <>
          <span aria-hidden className="max-sm:hidden">
            ·
          </span>
          <button
            type="button"
            aria-label={say("form.pin.remove_it")}
            className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4"
            onClick={remove}
          >
            {say("form.pin.remove")}
          </button>
        </>
      )}
    </div>
  );

  return (
    <div ref={frame} className="noscript:hidden">
      {opened ? (
        <opened.Map point={point} around={around} begin={opened.begin} onSet={onSet}>
          {told}
        </opened.Map>
      ) : (
        <>
          <div role="alert">{isTownAsked && !around && <p className="mb-2 font-medium">{say("form.pin.town")}</p>}</div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <button type="button" className="btn h-auto min-h-11 max-w-full py-1" onClick={() => void open()}>
              <Icon name="map" />
              {say(point ? "form.pin.move" : "form.pin")}
            </button>
            {isTownAsked && !around && (
              <button
                type="button"
                className="quiet min-h-11 cursor-pointer underline underline-offset-4"
                onClick={() => void show(null)}
              >
                {say("form.pin.world")}
              </button>
            )}
          </div>
          {told}
          <p className="quiet mt-1 text-sm">{say("form.pin.from", { host: URL.parse(tiles)?.host ?? "" })}</p>
        </>
      )}
    </div>
  );
}
