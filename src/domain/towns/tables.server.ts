import type { Moment } from "#db/moments.server.ts";

/**
 * Towns of the world with a thousand people or more, by their ids at GeoNames. They ship with the program and are
 * written by a job, so that an event can name a town without asking another site.
 */
export type Towns = {
  id: number;
  name: string;
  /** The name in the form that search compares. */
  folded: string;
  /** ISO 3166, two letters. */
  country: string;
  /** GeoNames' code of the part of the country, and its name, if known ('Illinois'). */
  admin_code: string | null;
  region: string | null;
  population: number;
  /** In degrees, WGS84. */
  latitude: number;
  longitude: number;
  /** The point as kilometers from the Earth's center, in the text form of `cube`. */
  sphere: string;
  /** The last edition of our data that had it. */
  edition: string;
};

/** Further names of towns, in the form that search compares. */
export type TownNames = { town_id: number; folded: string };

/** The editions of our data that are completely in the tables. */
export type TownEditions = { edition: string; filled_at: Moment };
