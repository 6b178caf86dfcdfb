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
import { say } from "#messages/say.ts";

import { zooms } from "./map-zooms.ts";

import style from "./map.css?url";

// Leaflet as all our maps use it. It loads only when a reader opens a map.

let styled: Promise<void> | undefined;

/** Loads the style of maps with the first map: lazily loaded modules bring no style by themselves. */
export const loadMapStyle = (): Promise<void> =>
  (styled ??= new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = style;
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      styled = undefined;
      link.remove();
      reject(new Error("The style of maps has no address."));
    });
    document.head.append(link);
  }));

/** The map ends in the north and the south, but continues around the globe. */
const world = () => latLngBounds([-85.051, -3600], [85.051, 3600]);

/** The world's height in pixels at zoom 0. */
const worldHeight = 256;

/** Lets a map zoom out only until the world is as high as its frame. */
export function letWorldFill(map: LeafletMap) {
  const fit = () => {
    const zoom = Math.log2(Math.max(1, map.getSize().y) / worldHeight);
    map.setMinZoom(Math.max(0, Math.ceil(zoom / zooms.step) * zooms.step));
  };
  map.options.zoomSnap = zooms.step;
  fit();
  map.on("resize", fit);
}

/** Lets a map zoom out until the whole globe fits, also in a frame higher than wide: events may be at both ends. */
export function letWholeWorldIn(map: LeafletMap) {
  const { x, y } = map.getSize();
  const zoom = Math.floor(Math.log2(Math.max(1, Math.min(x, y)) / worldHeight) / zooms.step) * zooms.step;
  map.setMinZoom(Math.max(0, Math.min(map.getMinZoom(), zoom)));
}

/**
 * Opens a map in an element with the tiles of this site, and names their source. With reduced motion, it does not
 * animate.
 * @returns the map; its `remove` ends it
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
  // In the map's options, these bounds would undo the panning that brings a popup into sight.
  map.options.maxBounds = world();
  // A pinch zooms around the point between the fingers, and may go beyond the bounds.
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
  // Leaflet reports a new window size with a delay, also after the map is gone.
  map.on("unload", () => void map.off());
  return map;
}

/** Says on the map that its tiles fail to load: an empty map would look as if there were no events. */
function sayWhatIsMissing(map: LeafletMap, pictures: TileLayer, host: string) {
  const note = document.createElement("p");
  note.className = "map-lost";
  note.role = "status";
  map.getContainer().append(note);
  map.on("unload", () => note.remove());
  let isMissing = false;
  pictures.on("loading", () => (isMissing = false));
  pictures.on("tileerror", () => (isMissing = true));
  // Clears the note once all tiles are loaded.
  pictures.on("load", () => (note.textContent = isMissing ? say("map.lost", { host }) : ""));
}

/** Leaflet inserts the credit as HTML, so this escapes it; the credit of OpenStreetMap must have a link. */
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

/** The part of the globe that a map shows. */
export function boxShown(map: LeafletMap): Box {
  const bounds = map.getBounds();
  const [south, north] = [Math.max(-90, bounds.getSouth()), Math.min(90, bounds.getNorth())];
  if (bounds.getEast() - bounds.getWest() >= 360) return { west: -180, south, east: 180, north };
  return { west: turned(bounds.getWest()), south, east: turned(bounds.getEast()), north };
}

/** A longitude between -180 and 180, however far the map was turned around the globe. */
const turned = (lon: number): number => ((((lon + 180) % 360) + 360) % 360) - 180;

export const pointAt = ({ lat, lng }: LatLng): Point => ({
  lat: Number(Math.max(-90, Math.min(90, lat)).toFixed(5)),
  lon: Number(turned(lng).toFixed(5)),
});

/** The host of the tiles, which sees who looks at which part of a map. */
export const hostOf = (tiles: string): string => URL.parse(tiles)?.host ?? "";

/** The mark of an event in its type's hue, if it has one: 44 pixels, for a thumb. */
export const pinIcon = (type?: EventType) =>
  divIcon({ className: "map-pin", html: drop(type), iconSize: [44, 44], iconAnchor: [22, 40] });

/** The maximum number of types that a mark shows, because more dots could not be told apart. */
const typesMax = 4;

/** The mark of several events: their number, in the hue of their type or with a dot for each type. */
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
