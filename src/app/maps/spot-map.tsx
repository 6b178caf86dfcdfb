import { marker } from "leaflet";
import { useEffect, useRef } from "react";

import type { EventType } from "#domain/events/rules.ts";
import type { Point } from "#domain/towns/rules.ts";
import { say } from "#messages/say.ts";

import { useSiteSettings } from "../session/site-settings.ts";
import { hostOf, openMap, pinIcon } from "./map-canvas.ts";
import { zooms } from "./map-zooms.ts";

export { loadMapStyle } from "./map-canvas.ts";

export type SpotMapProps = { point: Point; isExact: boolean; type: EventType };

/** The location of one event on a map: its pin, or the middle of its town. */
export default function SpotMap({ point, isExact, type }: SpotMapProps) {
  const { map: tiles } = useSiteSettings() ?? {};
  const frame = useRef<HTMLDivElement>(null);
  const { lat, lon } = point;
  useEffect(() => {
    if (!frame.current || !tiles) return undefined;
    const map = openMap(frame.current, tiles).setView([lat, lon], isExact ? zooms.street : zooms.town);
    marker([lat, lon], { icon: pinIcon(type), keyboard: false, interactive: false }).addTo(map);
    return () => void map.remove();
  }, [tiles, lat, lon, isExact, type]);
  return (
    <div className="map-frame">
      <div ref={frame} role="region" aria-label={say("map.spot")} className="map" />
      <p className="quiet map-from">
        {!isExact && `${say("map.about")} `}
        {tiles && say("map.from", { host: hostOf(tiles.tiles) })}
      </p>
    </div>
  );
}
