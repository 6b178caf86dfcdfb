import type { Moment } from "#db/moments.server.ts";

/**
 * Towns of the world with a thousand people or more, by their ids at GeoNames. They ship with us and are filled in by a job, so
 * that an event may name one, and nobody outside is asked.
 */
export type Towns = {
  id: number;
  name: string;
  /** The name as search compares it. */
  folded: string;
  /** ISO 3166, two letters. */
  country: string;
  /** GeoNames' code of the part of the country, and its name, where we know it ('Illinois'). */
  admin_code: string | null;
  region: string | null;
  population: number;
  /** In degrees, WGS84. */
  latitude: number;
  longitude: number;
  /** The point as kilometers from the Earth's center, in the form that `cube` is written in. */
  sphere: string;
  /** The edition of our data that it was last in. */
  edition: string;
};

/** Further names of towns, as search compares them. */
export type TownNames = { town_id: number; folded: string };

/** The editions of our data that are in the tables as a whole. */
export type TownEditions = { edition: string; filled_at: Moment };
