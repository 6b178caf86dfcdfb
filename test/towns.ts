import type { Database } from "#db/schema.server.ts";
import type { GazetteerTown } from "#domain/ports.ts";
import { writeTowns } from "#domain/towns/filling.ts";

type TownWishes = Partial<Omit<GazetteerTown, "point">> & { lat?: number; lon?: number };

let made = 0;

/** A town as in a gazetteer; of medium size by default. */
export function townLike({ lat = 41, lon = -8, ...wishes }: TownWishes = {}): GazetteerTown {
  const { id = ++made } = wishes;
  const middling = {
    name: `Town ${id}`,
    otherNames: [],
    country: "PT",
    adminCode: "17",
    region: null,
    population: 5000,
  };
  return { id, ...middling, point: { lat, lon }, ...wishes };
}

/** Puts towns into the tables. */
export const makeTowns = (db: Database, towns: readonly TownWishes[]): Promise<void> =>
  writeTowns(db, towns.map(townLike), "tests");
