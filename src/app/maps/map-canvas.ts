import {
  control,
  divIcon,
  type LatLng,
  latLngBounds,
  map as createMap,
  type Map as LeafletMap,
  type TileLayer,
  tileLayer,
} from "leaflet";

import type { EventType } from "#domain/events/rules.ts";
import type { MapTiles } from "#domain/ports.ts";
import type { Box, Point } from "#domain/towns/rules.ts";
import { say } from "#messages/events-map.ts";

import { zooms } from "./map-zooms.ts";

import style from "./map.css?url";

// Leaflet, as all of our maps use it. It comes only when somebody opens one.

let styled: Promise<void> | undefined;

/** Maps have a style of their own, which comes with the first: what is loaded later brings none by itself. */
export const loadMapStyle = (): Promise<void> =>
  (styled ??= new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = style;
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      styled = undefined;
      link.remove();
      reject(new Error("A map has no style."));
    });
    document.head.append(link);
  }));

/** Beyond its ends in the north and the south there is nothing to be seen; around the globe it goes on. */
const world = () => latLngBounds([-85.051, -3600], [85.051, 3600]);

/** The pixels from end to end of a world that is not zoomed into. */
const worldHeight = 256;

/** Lets a map be zoomed out to the whole world, but no further than that this is as high as its frame. */
export function letWorldFill(map: LeafletMap) {
  const fit = () => {
    const zoom = Math.log2(Math.max(1, map.getSize().y) / worldHeight);
    map.setMinZoom(Math.max(0, Math.ceil(zoom / zooms.step) * zooms.step));
  };
  map.options.zoomSnap = zooms.step;
  fit();
  map.on("resize", fit);
}

/** Lets a map be zoomed out until the whole globe is in it, also where it is higher than wide: events may be on both of its ends. */
export function letWholeWorldIn(map: LeafletMap) {
  const { x, y } = map.getSize();
  const zoom = Math.floor(Math.log2(Math.max(1, Math.min(x, y)) / worldHeight) / zooms.step) * zooms.step;
  map.setMinZoom(Math.max(0, Math.min(map.getMinZoom(), zoom)));
}

/**
 * A map in an element, whose pictures come from the tile server of this site; it names where they come from. With reduced motion, it does not fly.
 * @returns the map, and what ends it
 */
export function openMap(frame: HTMLElement, { tiles, credit }: MapTiles): LeafletMap {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const map = createMap(frame, {
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    markerZoomAnimation: !isStill,
    inertia: !isStill,
    worldCopyJump: true,
    minZoom: 2,
    maxBoundsViscosity: 1,
    maxZoom: zooms.most,
    attributionControl: false,
    zoomControl: false,
  });
  // Set as an option of the map, it would take back what brings a popup into sight.
  map.options.maxBounds = world();
  // Fingers zoom around a point of their own.
  map.on("zoomend", () => void map.panInsideBounds(world(), { animate: false }));
  control.zoom({ zoomInTitle: say("map.zoom_in"), zoomOutTitle: say("map.zoom_out") }).addTo(map);
  control.attribution({ prefix: false }).addTo(map);
  const pictures = tileLayer(tiles, {
    maxZoom: zooms.most,
    attribution: creditIn(credit),
    referrerPolicy: "strict-origin-when-cross-origin",
  });
  sayWhatIsMissing(map, pictures, hostOf(tiles));
  pictures.addTo(map);
  // Leaflet tells a moment later that the window's size has changed, also when the map is gone by then.
  map.on("unload", () => void map.off());
  return map;
}

/** On the map, as long as pictures of it do not come: an empty one looks as if there were nothing. */
function sayWhatIsMissing(map: LeafletMap, pictures: TileLayer, host: string) {
  const note = document.createElement("p");
  note.className = "map-lost";
  note.role = "status";
  map.getContainer().append(note);
  map.on("unload", () => note.remove());
  let isMissing = false;
  pictures.on("loading", () => (isMissing = false));
  pictures.on("tileerror", () => (isMissing = true));
  // When nothing more is on its way.
  pictures.on("load", () => (note.textContent = isMissing ? say("map.lost", { host }) : ""));
}

/** Leaflet puts it into the page as HTML, so it is made of text here; those of OpenStreetMap want a link. */
function creditIn(credit: string): string {
  const text = document.createElement(/openstreetmap/i.test(credit) ? "a" : "span");
  text.textContent = credit;
  if (text instanceof HTMLAnchorElement) {
    text.href = "https://www.openstreetmap.org/copyright";
    text.target = "_blank";
    text.rel = "noopener";
  }
  return text.outerHTML;
}

/** What of the globe a map shows. */
export function boxShown(map: LeafletMap): Box {
  const bounds = map.getBounds();
  const [south, north] = [Math.max(-90, bounds.getSouth()), Math.min(90, bounds.getNorth())];
  if (bounds.getEast() - bounds.getWest() >= 360) return { west: -180, south, east: 180, north };
  return { west: turned(bounds.getWest()), south, east: turned(bounds.getEast()), north };
}

/** A longitude between -180 and 180, as far around the globe as one has gone. */
const turned = (lon: number): number => ((((lon + 180) % 360) + 360) % 360) - 180;

export const pointAt = ({ lat, lng }: LatLng): Point => ({
  lat: Number(Math.max(-90, Math.min(90, lat)).toFixed(5)),
  lon: Number(turned(lng).toFixed(5)),
});

/** The host that sees who looks at which part of a map. */
export const hostOf = (tiles: string): string => URL.parse(tiles)?.host ?? "";

/** The mark of an event, in the hue of its type where it has one, which is 44 pixels for a thumb. */
export const pinIcon = (type?: EventType) =>
  divIcon({ className: "map-pin", html: drop(type), iconSize: [44, 44], iconAnchor: [22, 40] });

/** How many types a mark of several names at most: more dots are no longer told apart. */
const typesMax = 4;

/** The mark of several: how many, in the hue of their type, or with a dot for each of their types. */
export const clusterIcon = (count: number, types: readonly EventType[]) => {
  const mark = document.createElement("b");
  mark.textContent = count > 999 ? "999+" : String(count);
  if (types.length === 1) mark.dataset["hue"] = types[0];
  else {
    const dots = document.createElement("span");
    dots.append(...types.slice(0, typesMax).map(drop));
    mark.append(dots);
  }
  return divIcon({ className: "map-cluster", html: mark, iconSize: [44, 44], iconAnchor: [22, 22] });
};

function drop(type: EventType | undefined): HTMLElement {
  const mark = document.createElement("i");
  if (type) mark.dataset["hue"] = type;
  return mark;
}
