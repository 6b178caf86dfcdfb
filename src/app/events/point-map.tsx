import { type LatLng, type Map as LeafletMap, type Marker, marker } from "leaflet";
import { useEffect, useEffectEvent, useRef } from "react";

import type { Point } from "#domain/towns/rules.ts";
import { say } from "#messages/events-map.ts";

import { useSiteSettings } from "../session/site-settings.ts";
import { hostOf, openMap, pinIcon, pointAt } from "./map-canvas.ts";
import { zooms } from "./map-zooms.ts";

export { loadMapStyle } from "./map-canvas.ts";

export type PointMapProps = {
  /** Where the pin is; null where none is set. */
  point: Point | null;
  /** Where the map begins when there is no pin: the town; null where that is not known. */
  around: Point | null;
  /** Where it begins where neither is known. */
  begin: Point | null;
  onSet: (point: Point) => void;
};

/**
 * Sets a pin: by a press on the map, by dragging it, or by moving the map with the arrow keys and pressing Enter, which sets it in the
 * middle.
 */
export default function PointMap({ point, around, begin: guessed, onSet }: PointMapProps) {
  const { map: tiles } = useSiteSettings() ?? {};
  const frame = useRef<HTMLDivElement>(null);
  const set = useEffectEvent((chosen: Point) => onSet(chosen));
  const first = useRef(point ?? around ?? guessed);
  const hasPin = useRef(point !== null);
  const { lat, lon } = around ?? {};
  const shown = useRef<{ map: LeafletMap; pin: Marker }>(undefined);
  useEffect(() => {
    if (point === null) shown.current?.pin.remove();
  }, [point]);
  // Another town was chosen, where the pin of the one before is not.
  useEffect(() => {
    if (lat !== undefined && lon !== undefined) shown.current?.map.setView([lat, lon], zooms.part);
  }, [lat, lon]);
  useEffect(() => {
    if (!frame.current || !tiles) return undefined;
    const begin = first.current ?? { lat: 30, lon: 0 };
    const zoom = hasPin.current ? zooms.street : first.current ? zooms.part : 2;
    const map = openMap(frame.current, tiles).setView([begin.lat, begin.lon], zoom);
    const pin = marker([begin.lat, begin.lon], { icon: pinIcon(), draggable: true, keyboard: false });
    shown.current = { map, pin };
    if (hasPin.current) pin.addTo(map);
    pin.on("dragend", () => set(pointAt(pin.getLatLng())));
    // Of a country, a pixel is no place to meet at: what was pressed comes near first.
    const place = (at: LatLng) => {
      if (map.getZoom() < zooms.town) return void map.setView(at, zooms.town);
      pin.setLatLng(at).addTo(map);
      set(pointAt(at));
    };
    map.on("click", ({ latlng }) => place(latlng));
    const setInMiddle = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || event.target !== map.getContainer()) return;
      event.preventDefault();
      place(map.getCenter());
    };
    map.getContainer().addEventListener("keydown", setInMiddle);
    return () => void map.remove();
  }, [tiles]);
  return (
    <div className="map-frame">
      <div ref={frame} role="region" aria-label={say("map.set")} className="map" />
      <p className="quiet map-from">
        {say(point ? "map.set.hint.move" : "map.set.hint")} {tiles && say("map.from", { host: hostOf(tiles.tiles) })}
      </p>
    </div>
  );
}
