import {
  type FitBoundsOptions,
  type LayerGroup,
  latLngBounds,
  layerGroup,
  type Map as LeafletMap,
  marker,
  type PanInsideOptions,
  point,
} from "leaflet";
import { useEffect, useEffectEvent, useRef, useState } from "react";

import type { EventType } from "#domain/events/rules.ts";
import type { EventPins } from "#domain/events/shapes.ts";
import { type Box, boxOf, isInBox, textOfBox } from "#domain/towns/rules.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { useSiteSettings } from "../session/site-settings.ts";
import { clusterOf, mostOf, type Pin } from "./clusters.ts";
import { boxShown, clusterIcon, hostOf, letWholeWorldIn, letWorldFill, openMap, pinIcon } from "./map-canvas.ts";
import { MapFoot, type OnMap } from "./map-foot.tsx";
import { zooms } from "./map-zooms.ts";

export { loadMapStyle } from "./map-canvas.ts";

export type EventsMapProps = {
  /** The list's filters as a query, without its box. */
  query: string;
  /** The part of the map that the list shows: 'west,south,east,north'. */
  box: string | undefined;
  /** Receives the visible part after the reader moves the map; undefined when they want to see all. */
  onMove: (box: string | undefined) => void;
};

/** The time for which the map must stand still before the list follows, in milliseconds. */
const pause = 300;

/**
 * The free margin around marks in view, in CSS pixels: half a mark, a whole pin at the top, and the zoom buttons at the
 * side.
 */
const edge = 30;
const besideButtons = point(80, 54);

/**
 * The list's events on a map, as a second view: the list has everything shown here and is accessible to all. Moving the
 * map moves the list.
 */
export default function EventsMap({ query, box, onMove }: EventsMapProps) {
  const { map: tiles } = useSiteSettings() ?? {};
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef<{ map: LeafletMap; marks: LayerGroup }>(undefined);
  const [onMap, setOnMap] = useState<OnMap>({ state: "loading" });
  /** The part of the globe in sight. */
  const [sight, setSight] = useState<Box>();
  /** The events of the pressed mark. */
  const [pressed, setPressed] = useState<readonly Pin[]>([]);
  const pins = onMap.state === "found" ? onMap.pins : none;
  /** True if the map is moving by itself; then the list stays. */
  const moves = useRef(false);

  /** The results all over the globe, and their query. */
  const everywhere = useRef<EventPins & { query: string }>(undefined);

  const load = useEffectEvent(async (isGone: () => boolean) => {
    const isNew = everywhere.current?.query !== query;
    try {
      const all = isNew ? await pinsOf(query) : everywhere.current!;
      // Fetches the pins of the visible part if one answer cannot hold all.
      const found = all.isMore && box ? await pinsOf(query, box) : all;
      if (isGone()) return;
      everywhere.current = { query, ...all };
      setOnMap({ state: "found", ...found, isAll: !all.isMore });
      const isThere = ({ _id }: Pin) => found.pins.some((pin) => pin._id === _id);
      setPressed((before) => (before.every(isThere) ? before : none));
      if (!box) lookAt(isNew ? mostOf(all.pins) : all.pins, all.pins);
      else if (isNew) follow(found.pins, box);
    } catch {
      if (!isGone()) setOnMap({ state: "failed" });
    }
  });

  /** Moves the map to bring something into the part that its foot does not cover. The list stays as it is. */
  function bring(move: (map: LeafletMap, to: PanInsideOptions & FitBoundsOptions) => void) {
    const [end = 0, foot = end] = [
      frame.current?.getBoundingClientRect().bottom,
      frame.current?.nextElementSibling?.firstElementChild?.getBoundingClientRect().top,
    ];
    const covered = Math.max(0, end - foot);
    const to = { paddingTopLeft: besideButtons, paddingBottomRight: point(edge, edge + covered), animate: false };
    moves.current = true;
    if (shown.current) move(shown.current.map, to);
    moves.current = false;
  }

  /**
   * Fits the map to some of the pins, and to others that thereby become visible: the foot must not cover an event that
   * it counts.
   */
  function lookAt(found: readonly Pin[], all: readonly Pin[]) {
    if (found.length === 0) return;
    const bounds = latLngBounds(found.map(({ lat, lon }) => [lat, lon]));
    bring((map, to) => map.fitBounds(bounds, { ...to, maxZoom: zooms.town }));
    const there = shown.current ? pinsIn(all, boxShown(shown.current.map)) : none;
    if (there.length > found.length) lookAt(there, all);
  }

  /** Makes the list follow if the map's shape differs from the requested part and shows more events. */
  function follow(found: readonly Pin[], asked: string) {
    const [wanted, inSight] = [boxOf(asked), shown.current && boxShown(shown.current.map)];
    if (wanted && inSight && pinsIn(found, inSight).length !== pinsIn(found, wanted).length) onMove(textOfBox(inSight));
  }

  function showAll() {
    if (shown.current) letWholeWorldIn(shown.current.map);
    lookAt(pins, pins);
    // The button disappears when everything is shown, so focus moves to the map.
    frame.current?.focus({ preventScroll: true });
    if (box) onMove(undefined);
  }

  // The pressed mark stays in sight beside the list of its events.
  useEffect(() => {
    const [pin] = pressed;
    if (pin) bring((map, to) => map.panInside([pin.lat, nearest(pin.lon, map.getCenter().lng)], to));
  }, [pressed]);

  const moved = useEffectEvent((to: string) => onMove(to));

  useEffect(() => {
    if (!frame.current || !tiles) return undefined;
    const map = openMap(frame.current, tiles);
    // On a phone, events from all over the world must fit too.
    letWorldFill(map);
    const marks = layerGroup().addTo(map);
    shown.current = { map, marks };
    moves.current = true;
    const begin = box ? boxOf(box) : null;
    if (begin) {
      const { west, south, east, north } = begin;
      map.fitBounds([
        [south, west],
        [north, west <= east ? east : east + 360],
      ]);
    } else map.setView([30, 0], 2);
    moves.current = false;
    map.on("click", () => setPressed(none));
    let timer: ReturnType<typeof setTimeout>;
    map.on("moveend", () => {
      if (moves.current) return;
      clearTimeout(timer);
      timer = setTimeout(() => moved(textOfBox(boxShown(map))), pause);
    });
    return () => {
      clearTimeout(timer);
      map.remove();
      shown.current = undefined;
    };
    // The map opens once; later boxes come from the map itself.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [tiles]);

  useEffect(() => {
    let isGone = false;
    void load(() => isGone);
    return () => {
      isGone = true;
    };
  }, [query, box]);

  useEffect(() => {
    const { map, marks } = shown.current ?? {};
    if (!map || !marks) return undefined;
    const draw = () => {
      // Only the pins in sight are clustered, so that the numbers on the map match those below it and in the list.
      const shownNow = boxShown(map);
      setSight(shownNow);
      // Between two zoom levels, the map is drawn smaller than at the next level.
      const next = Math.ceil(map.getZoom());
      const clusters = clusterOf(pinsIn(pins, shownNow), 2 ** (next - map.getZoom()));
      marks.clearLayers();
      for (const mark of clusters.marksAt(next)) {
        const { lat, lon } = mark;
        const icon = "pin" in mark ? pinIcon(mark.pin.eventType) : clusterIcon(mark.count, mark.types);
        const zoom = "pin" in mark ? null : clusters.opensAt(mark.id);
        const events = "pin" in mark ? [mark.pin] : zoom === null ? clusters.eventsOf(mark.id) : none;
        const drawn = marker([lat, nearest(lon, map.getCenter().lng)], { icon, keyboard: false, riseOnHover: true })
          .on("click", () => {
            setPressed(events);
            if (zoom !== null) map.setView([lat, lon], zoom);
          })
          .addTo(marks);
        const isPressed = events.some(({ _id }) => _id === pressed[0]?._id);
        drawn.getElement()?.classList.toggle("here", isPressed);
      }
    };
    draw();
    map.on("moveend", draw);
    return () => void map.off("moveend", draw);
  }, [pins, pressed]);

  return (
    <div className="map-frame">
      <div className="map-hold">
        <div ref={frame} role="region" aria-label={say("map.events")} className="map" />
        <MapFoot
          onMap={onMap}
          here={sight ? pinsIn(pins, sight).length : 0}
          pressed={pressed}
          onAll={showAll}
          onClose={() => {
            setPressed(none);
            // The pressed button is gone, so focus moves to the map.
            frame.current?.focus({ preventScroll: true });
          }}
        />
      </div>
      {tiles && <p className="quiet map-from">{say("map.from", { host: hostOf(tiles.tiles) })}</p>}
    </div>
  );
}

const none: readonly Pin[] = [];

const pinsIn = (pins: readonly Pin[], box: Box): Pin[] => pins.filter((pin) => isInBox(pin, box));

const pinsOf = (query: string, box?: string): Promise<EventPins> =>
  ask((api) => api.events.pins.$get({ query: askedIn(query, box) }));

/** A query in the form of the API's client; only types can repeat. */
function askedIn(query: string, box?: string) {
  const asked = new URLSearchParams(query);
  const category = asked.getAll("category") as EventType[];
  asked.delete("category");
  return { ...Object.fromEntries(asked), ...(category.length > 0 && { category }), ...(box && { box }) };
}

/** Returns the same meridian, written nearest to another one, because the map may have been moved around the globe. */
const nearest = (lon: number, to: number): number => lon + 360 * Math.round((to - lon) / 360);
