/** A point on the globe, in degrees (WGS84): `lat` from -90 to 90, `lon` from -180 to 180. */
type Point = { lat: number; lon: number };

/** The Earth's mean radius, in kilometers: treating it as a ball is wrong by half a percent at most. */
export const earthRadius = 6371;

/** Converts a point to kilometers from the Earth's center: toward 0° 0°, toward 0° 90° E, and toward the north pole. */
export function spherePointOf({ lat, lon }: Point): [x: number, y: number, z: number] {
  const [up, around] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
  const fromAxis = earthRadius * Math.cos(up);
  return [fromAxis * Math.cos(around), fromAxis * Math.sin(around), earthRadius * Math.sin(up)];
}

/** Returns a point in the text form of `cube`, for a `sphere` column. */
export const sphereOf = (point: Point): string => `(${spherePointOf(point).join(", ")})`;

/** Returns the straight distance, through the ground, between points that are this many kilometers apart over it. */
export const chordOf = (kilometers: number): number =>
  2 * earthRadius * Math.sin(Math.min(Math.PI / 2, kilometers / (2 * earthRadius)));
