import { type LayerGroup, latLngBounds, layerGroup, type Map as LeafletMap, marker, popup } from "leaflet";
import { useEffect, useEffectEvent, useRef, useState } from "react";

import { eventPath, type EventType, spanOf } from "#domain/events/rules.ts";
import { boxOf, textOfBox } from "#domain/towns/rules.ts";
import { say } from "#messages/events-map.ts";

import { useNavigate } from "../addresses.ts";
import { ask } from "../session/ask.ts";
import { useSiteSettings } from "../session/site-settings.ts";
import { clusterOf, type Pin } from "./clusters.ts";
import { boxShown, clusterIcon, hostOf, letWorldFill, openMap, pinIcon } from "./map-canvas.ts";
import { zooms } from "./map-zooms.ts";

export { loadMapStyle } from "./map-canvas.ts";

export type EventsMapProps = {
  /** What the list is asked for, without its box and as the query of an address. */
  query: string;
  /** The part of the map that the list shows: 'west,south,east,north'. */
  box: string | undefined;
  /** Told how many events the map shows. */
  onFound: (count: number) => void;
  /** Told of the part that is shown when the reader has moved the map. */
  onMove: (box: string) => void;
};

/** How long the map has to stand still before the list follows, in milliseconds. */
const pause = 300;

/** What stays free around the marks that are looked at first, in CSS pixels: half of a mark, and as much of the buttons as may be covered. */
const edge: [number, number] = [28, 44];

/**
 * The events of the list on a map, for those who look at it: everything here is in the list too, which is for everybody. Moving the
 * map moves the list.
 */
export default function EventsMap({ query, box, onFound, onMove }: EventsMapProps) {
  const { map: tiles } = useSiteSettings() ?? {};
  const navigate = useNavigate();
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef<{ map: LeafletMap; marks: LayerGroup }>(undefined);
  const [pins, setPins] = useState<readonly Pin[]>([]);
  const [told, setTold] = useState("");
  /** Whether the map moves by itself: then the list stays. */
  const moves = useRef(false);

  const load = useEffectEvent(async (isGone: () => boolean) => {
    try {
      const { pins: found, isMore } = await ask((api) => api.events.pins.$get({ query: askedIn(query, box) }));
      if (isGone()) return;
      setPins(found);
      onFound(found.length);
      setTold(found.length === 0 ? say("map.none") : isMore ? say("map.more", { count: found.length }) : "");
      if (!box && found.length > 0) lookAt(found);
    } catch {
      if (!isGone()) setTold(say("network.failed"));
    }
  });

  /** Shows all of them in the part of the map that is in sight. */
  function lookAt(found: readonly Pin[]) {
    moves.current = true;
    const below = Math.max(0, (frame.current?.getBoundingClientRect().bottom ?? 0) - innerHeight);
    shown.current?.map.fitBounds(latLngBounds(found.map(({ lat, lon }) => [lat, lon])), {
      paddingTopLeft: edge,
      paddingBottomRight: [edge[0], edge[1] + below],
      maxZoom: zooms.town,
      animate: false,
    });
    moves.current = false;
  }

  const open = useEffectEvent((path: `/view-event/${string}`) => void navigate(path, { viewTransition: true }));
  const moved = useEffectEvent((to: string) => onMove(to));

  useEffect(() => {
    if (!frame.current || !tiles) return undefined;
    const map = openMap(frame.current, tiles);
    // Events from all over the world fit a phone too.
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
    // What a press shows is brought into sight, and asks for no other list.
    map.on("autopanstart", () => {
      moves.current = true;
      map.once("moveend", () => (moves.current = false));
    });
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
    // It is opened once; later boxes are its own.
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
    const clusters = clusterOf(pins);
    const draw = () => {
      marks.clearLayers();
      for (const mark of clusters.marksIn(boxShown(map), Math.round(map.getZoom()))) {
        const { lat, lon } = mark;
        const icon = "pin" in mark ? pinIcon(mark.pin.eventType) : clusterIcon(mark.count, mark.types);
        marker([lat, nearest(lon, map.getCenter().lng)], { icon, keyboard: false, riseOnHover: true })
          .on("click", () => {
            const zoom = "pin" in mark ? null : clusters.opensAt(mark.id);
            if (zoom !== null) return void map.setView([lat, lon], zoom);
            const events = "pin" in mark ? [mark.pin] : clusters.eventsOf(mark.id);
            popup({ closeButton: true, offset: [0, "pin" in mark ? -32 : -14], autoPanPadding: [12, 12] })
              .setLatLng([lat, nearest(lon, map.getCenter().lng)])
              .setContent(listOf(events, open))
              .openOn(map);
          })
          .addTo(marks);
      }
    };
    draw();
    map.on("moveend", draw);
    return () => void map.off("moveend", draw);
  }, [pins]);

  return (
    <div className="map-frame">
      <div ref={frame} role="region" aria-label={say("map.events")} className="map" />
      <p role="status" className="map-told">
        {told}
      </p>
      {tiles && <p className="quiet map-from">{say("map.from", { host: hostOf(tiles.tiles) })}</p>}
    </div>
  );
}

/** A query as the API's client takes it, in which the types alone come several times. */
function askedIn(query: string, box: string | undefined) {
  const asked = new URLSearchParams(query);
  const category = asked.getAll("category") as EventType[];
  asked.delete("category");
  return { ...Object.fromEntries(asked), ...(category.length > 0 && { category }), ...(box && { box }) };
}

/** The same meridian, as it is named nearest to another: a map may have been turned around the globe. */
const nearest = (lon: number, to: number): number => lon + 360 * Math.round((to - lon) / 360);

/** What stands at one point, each with the way to its page. */
function listOf(events: readonly Pin[], open: (path: `/view-event/${string}`) => void): HTMLElement {
  const list = document.createElement("ul");
  for (const { _id, title, location, eventDate, eventEnd, timeZone } of events) {
    const { date, from, until } = spanOf(new Date(eventDate), new Date(eventEnd), timeZone, true);
    const [item, link, when, where] = ["li", "a", "p", "p"].map((tag) => document.createElement(tag));
    if (!(link instanceof HTMLAnchorElement) || !item || !when || !where) continue;
    link.href = eventPath(_id);
    link.dir = where.dir = "auto";
    link.textContent = title;
    when.textContent = `${date}, ${from} – ${until}`;
    where.textContent = location;
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open(eventPath(_id));
    });
    item.append(link, when, where);
    list.append(item);
  }
  return list;
}
