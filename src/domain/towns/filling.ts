import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { foldedName } from "#db/fold.ts";
import type { Database, Schema } from "#db/schema.server.ts";
import { sphereOf } from "#db/sphere.ts";
import type { Gazetteer, GazetteerTown } from "../ports.ts";

/** The number of towns per write. */
const atOnce = 500;

/** True if all towns of an edition are in the tables. */
export async function isFilled(db: Database, edition: string): Promise<boolean> {
  const found = await db
    .selectFrom("town_editions")
    .select("edition")
    .where("edition", "=", edition)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Writes the towns of a gazetteer in batches, with a pause as long as each batch so that others are not delayed. Towns
 * already written stay, so it can be stopped and started again. Afterward the towns of other editions are deleted,
 * except those of events.
 * @throws Error when `stop` is aborted; what is written stays
 */
export async function fillTowns(
  db: Database,
  { edition, towns }: Gazetteer,
  now: Date,
  stop?: AbortSignal,
): Promise<void> {
  let batch: GazetteerTown[] = [];
  const write = async () => {
    stop?.throwIfAborted();
    const begun = performance.now();
    await writeTowns(db, batch, edition);
    batch = [];
    await pause(performance.now() - begun);
  };
  for await (const town of towns()) {
    batch.push(town);
    if (batch.length === atOnce) await write();
  }
  await write();
  await db.transaction().execute(async (tx) => {
    await sql`delete from towns where edition <> ${edition} and not exists (select from events where town_id = towns.id)`.execute(
      tx,
    );
    await tx.deleteFrom("town_editions").execute();
    await tx.insertInto("town_editions").values({ edition, filled_at: now }).execute();
  });
}

/** Writes towns with all their names, replacing towns with the same ids. */
export async function writeTowns(db: Kysely<Schema>, towns: readonly GazetteerTown[], edition: string): Promise<void> {
  const rows = towns.map(({ adminCode: admin_code, point, ...town }) => ({
    ...town,
    admin_code,
    folded: foldedName(town.name),
    latitude: point.lat,
    longitude: point.lon,
    sphere: sphereOf(point),
    edition,
  }));
  const names = towns.flatMap(({ id, otherNames }) => otherNames.map((name) => ({ id, folded: foldedName(name) })));
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as town (id integer, name text, folded text, country text,
        admin_code text, region text, population integer, latitude double precision, longitude double precision, sphere text, edition text)
    ), written as (
      insert into towns (id, name, folded, country, admin_code, region, population, latitude, longitude, sphere, edition)
      select id, name, folded, country, admin_code, region, population, latitude, longitude, sphere::cube, edition from given
      on conflict (id) do update set (name, folded, country, admin_code, region, population, latitude, longitude, sphere, edition) =
        (excluded.name, excluded.folded, excluded.country, excluded.admin_code, excluded.region, excluded.population, excluded.latitude,
          excluded.longitude, excluded.sphere, excluded.edition)
      where towns.edition is distinct from excluded.edition
    )
    delete from town_names using given where town_id = given.id`.execute(db);
  if (names.length === 0) return;
  await sql`
    insert into town_names (town_id, folded)
    select id, folded from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as name (id integer, folded text)
    on conflict do nothing`.execute(db);
}
