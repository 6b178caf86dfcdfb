import { type ComponentType, useState } from "react";

import type { Point } from "#domain/towns/rules.ts";
import { say } from "#messages/organizing.ts";

import { loadMap } from "../events/load-map.ts";
import type { PointMapProps } from "../events/point-map.tsx";
import { useSiteSettings } from "../session/site-settings.ts";
import { Icon } from "../ui/icon.tsx";

type PinFieldProps = Pick<PointMapProps, "point" | "around"> & {
  onSet: (point: Point | null) => void;
  /** Where the map may begin when it is opened without a pin and a town. */
  guess: () => Promise<Point | null>;
};

/** Where people meet, exactly: a pin on a map, which is loaded when somebody wants to set it. */
export function PinField({ point, around, onSet, guess }: PinFieldProps) {
  const [opened, setOpened] = useState<{ Map: ComponentType<PointMapProps>; begin: Point | null } | null>(null);
  const { tiles = "" } = useSiteSettings()?.map ?? {};

  async function open() {
    const [Map, begin] = await Promise.all([loadMap(() => import("../events/point-map.tsx")), guess()]);
    if (Map) setOpened({ Map, begin });
  }

  return (
    <div className="noscript:hidden">
      {opened ? (
        <opened.Map point={point} around={around} begin={opened.begin} onSet={onSet} />
      ) : (
        <>
          <button type="button" className="btn btn-outline h-auto min-h-11 py-1" onClick={() => void open()}>
            <Icon name="map" />
            {say(point ? "form.pin.move" : "form.pin")}
          </button>
          <p className="quiet mt-1 text-sm">{say("form.pin.from", { host: URL.parse(tiles)?.host ?? "" })}</p>
        </>
      )}
      <p role="status" className="mt-1 text-sm">
        {point && say("form.pin.set")}
      </p>
      {point && (
        <button type="button" className="inline-flex min-h-11 items-center underline" onClick={() => onSet(null)}>
          {say("form.pin.remove")}
        </button>
      )}
    </div>
  );
}
