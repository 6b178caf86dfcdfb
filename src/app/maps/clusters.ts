import Supercluster from "supercluster";

import type { EventPins } from "#domain/events/shapes.ts";
import { distanceBetween } from "#domain/towns/rules.ts";

import { zooms } from "./map-zooms.ts";

/** An event on a map. */
export type Pin = EventPins["pins"][number];

/** A mark on the map: one event, or several that are too near to each other to tell apart. */
export type Mark = { lat: number; lon: number } & (
  | { pin: Pin }
  | { id: number; count: number; types: Pin["eventType"][] }
);

/** The minimum distance between marks, in CSS pixels, so that each can be touched. */
const apart = 48;

/** The number of events that a mark lists if it never comes apart. */
const toldMax = 20;

/**
 * The pins that a map shows first: one pin far from all others would reduce the rest to a dot. A pin is far if its
 * distance is at least 300 km and three times the usual one; links below the map lead to those.
 */
export function mostOf(pins: readonly Pin[]): Pin[] {
  const middle = {
    lat: oneOf(
      pins.map(({ lat }) => lat),
      0.5,
    ),
    lon: oneOf(
      pins.map(({ lon }) => lon),
      0.5,
    ),
  };
  const away = pins.map((pin) => distanceBetween(middle, pin));
  const reach = Math.max(300, 3 * oneOf(away, 0.75));
  return pins.filter((_, index) => (away[index] ?? 0) <= reach);
}

/** Returns the value below which this part of `values` lies; 0 if there are none. */
const oneOf = (values: number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * part)] ?? 0;

/**
 * Joins pins into marks, for each zoom.
 * @param scale how much smaller a map is drawn than at the requested zoom: 1 at a whole zoom, up to 2 below it
 */
export function clusterOf(pins: readonly Pin[], scale = 1) {
  const clusters = new Supercluster<{ pin: Pin }>({ radius: apart * scale, extent: 256, maxZoom: zooms.most });
  clusters.load(
    pins.map((pin) => ({
      type: "Feature",
      geometry: { type: "Point", coordinates: [pin.lon, pin.lat] },
      properties: { pin },
    })),
  );

  const eventsOf = (id: number): Pin[] => clusters.getLeaves(id, toldMax).map(({ properties }) => properties.pin);

  /** The marks at a zoom. */
  function marksAt(zoom: number): Mark[] {
    return clusters.getClusters([-180, -90, 180, 90], zoom).map(({ geometry, properties }) => {
      const [lon = 0, lat = 0] = geometry.coordinates;
      if ("pin" in properties) return { lat, lon, pin: properties.pin };
      const types = new Set(eventsOf(properties.cluster_id).map(({ eventType }) => eventType));
      return { lat, lon, id: properties.cluster_id, count: properties.point_count, types: [...types] };
    });
  }

  /** The zoom at which a mark splits into several; null if all its events are at one point. */
  function opensAt(id: number): number | null {
    const zoom = clusters.getClusterExpansionZoom(id);
    return zoom > zooms.most ? null : zoom;
  }

  return { marksAt, opensAt, eventsOf };
}
