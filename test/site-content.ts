import { sql } from "kysely";
import { type Database, newId } from "#db/schema.server.ts";
import { columnsAt } from "#domain/events/placing.ts";
import { joinEvent } from "#domain/registrations/commands.ts";
import { makeIn } from "./make.ts";
import { makeTowns } from "./towns.ts";

/**
 * Fills a database with a little of a site's data: a member with a session, events, registrations in order with guests,
 * a picture, due tasks. The values are odd: quotes, several scripts, all kinds of bytes.
 */
export async function fillSite(db: Database): Promise<void> {
  const make = makeIn(db);
  const organizer = await make.member({ displayName: `Zoë "the\\broom" 🌊 'O'Hara` });
  const known = { languages: ["de", "zh-Hant"], step_free: true, what_to_bring: "Gloves,\n\tand {tea}" };
  const eventId = await make.event({ organizer, title: "পরিচ্ছন্নতা", maxParticipant: "2", known });
  await makeTowns(db, [{ id: 1, name: "København", otherNames: ["Copenhagen"], lat: 55.67594, lon: 12.56553 }]);
  await db
    .updateTable("events")
    .set(columnsAt({ lat: 55.67594, lon: 12.56553 }, 1, false))
    .execute();
  for (const guests of [[{ name: "Ana", under18: true }], [], []])
    await joinEvent(make.context(await make.member()), { eventId, guests });
  const content = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
  await db.insertInto("pictures").values({ id: newId(), owner_id: organizer.id, content }).execute();
  await make.community();
  await sql`insert into sessions (id, member_id, token, expires_at)
    values (${newId()}, ${organizer.id}, 'a session', now() + interval '1 day')`.execute(db);
}

/** All rows of the important tables as text, to compare databases. */
export async function contentOf(db: Database): Promise<string[]> {
  const tables = "members events registrations guests pictures communities sessions outbox towns town_names".split(" ");
  const texts = tables.map(async (table) => {
    const { rows } = await sql<{ line: string }>`
      select md5((to_jsonb(t))::text) || ${` of ${table}`} as line from ${sql.table(table)} t order by line`.execute(
      db,
    );
    return rows.map(({ line }) => line);
  });
  return (await Promise.all(texts)).flat();
}
