import { type LatLng, type Map as LeafletMap, type Marker, marker } from "leaflet";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";

import type { Point } from "#domain/towns/rules.ts";
import { say } from "#messages/say.ts";

import { useSiteSettings } from "../session/site-settings.ts";
import { hostOf, openMap, pinIcon, pointAt } from "./map-canvas.ts";
import { zooms } from "./map-zooms.ts";

export { loadMapStyle } from "./map-canvas.ts";

export type PointMapProps = {
  /** The pin's place; null if none is set. */
  point: Point | null;
  /** The map's first view without a pin: the town; null if that is unknown. */
  around: Point | null;
  /** The first view if town and pin are unknown. */
  begin: Point | null;
  onSet: (point: Point) => void;
  /** Content directly below the map. */
  children: ReactNode;
};

/** The number of zoom levels per press: two presses lead from the world to a town's streets. */
const nearer = 7;

/**
 * Sets a pin. Until then the pin stands in the middle, and the reader moves the map below it by hand or with the arrow
 * keys; a button or Enter sets it. A press on the map sets it too, and afterwards it can be dragged. While a whole town
 * is shown there is no pin, only a button to zoom in.
 */
export default function PointMap({ point, around, begin: guessed, onSet, children }: PointMapProps) {
  const { map: tiles } = useSiteSettings() ?? {};
  const frame = useRef<HTMLDivElement>(null);
  const set = useEffectEvent((chosen: Point) => onSet(chosen));
  const first = useRef(point ?? around ?? guessed);
  const hasPin = useRef(point !== null);
  const { lat, lon } = around ?? {};
  const shown = useRef<{ map: LeafletMap; pin: Marker; place: (at: LatLng) => void }>(undefined);
  /**
   * True if the map shows a town or more. It is too coarse to choose a meeting point: the map's middle would be shown
   * as the exact one.
   */
  const [isFar, setFar] = useState(!point);
  const hint = useId();
  useEffect(() => {
    if (point === null) shown.current?.pin.remove();
  }, [point]);
  // After another town is chosen, the previous town's pin is wrong.
  useEffect(() => {
    if (lat !== undefined && lon !== undefined) shown.current?.map.setView([lat, lon], zooms.part);
  }, [lat, lon]);
  useEffect(() => {
    if (!frame.current || !tiles) return undefined;
    const begin = first.current ?? { lat: 30, lon: 0 };
    const zoom = hasPin.current ? zooms.street : first.current ? zooms.part : 2;
    const map = openMap(frame.current, tiles).setView([begin.lat, begin.lon], zoom);
    const pin = marker([begin.lat, begin.lon], { icon: pinIcon(), draggable: true, keyboard: false });
    map.on("zoomend", () => setFar(map.getZoom() < zooms.set));
    if (hasPin.current) pin.addTo(map);
    pin.on("dragend", () => set(pointAt(pin.getLatLng())));
    // While a town is shown, a pixel is too coarse for a meeting place: a press zooms in first.
    const place = (at: LatLng) => {
      if (map.getZoom() < zooms.set) return void map.setView(at, Math.min(map.getZoom() + nearer, zooms.set));
      pin.setLatLng(at).addTo(map);
      set(pointAt(at));
    };
    shown.current = { map, pin, place };
    map.on("click", ({ latlng }) => place(latlng));
    const setInMiddle = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || event.target !== map.getContainer()) return;
      event.preventDefault();
      place(map.getCenter());
    };
    map.getContainer().addEventListener("keydown", setInMiddle);
    return () => void map.remove();
  }, [tiles]);
  function placeInMiddle() {
    const { map, place } = shown.current ?? {};
    if (map) place?.(map.getCenter());
    // The button disappears once the pin is set, so focus moves to the map.
    frame.current?.focus({ preventScroll: true });
  }
  return (
    <div className="map-frame">
      <p id={hint}>{say(point ? "map.set.hint.move" : isFar ? "map.set.hint.far" : "map.set.hint")}</p>
      <p id={`${hint}-keys`} className="keys">
        {say("map.set.keys")}
      </p>
      <div className="pin-map">
        <div
          ref={frame}
          role="region"
          aria-label={say("map.set")}
          aria-describedby={`${hint} ${hint}-keys`}
          className="map"
        />
        {!point && !isFar && (
          <>
            <span aria-hidden className="map-pin">
              <i />
            </span>
            <button type="button" className="btn btn-primary" onClick={placeInMiddle}>
              {say("map.set.here")}
            </button>
          </>
        )}
      </div>
      {children}
      <p className="quiet">{tiles && say("map.from", { host: hostOf(tiles.tiles) })}</p>
    </div>
  );
}
