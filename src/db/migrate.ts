import { sql } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import * as start from "./migrations/001-start.ts";
import * as communitiesAndContact from "./migrations/002-communities-and-contact.ts";
import * as pictures from "./migrations/003-pictures.ts";
import * as mail from "./migrations/004-mail.ts";
import * as attempts from "./migrations/005-attempts.ts";
import * as firebase from "./migrations/007-firebase.ts";
import * as account from "./migrations/008-account.ts";
import * as handovers from "./migrations/009-handovers.ts";
import * as waiting from "./migrations/010-waiting.ts";
import * as promises from "./migrations/011-promises.ts";
import * as oneWordEach from "./migrations/012-one-word-each.ts";
import * as whatToBring from "./migrations/013-what-to-bring.ts";
import * as access from "./migrations/014-access.ts";
import * as draftsAndContactAddresses from "./migrations/015-drafts-and-contact-addresses.ts";
import * as nobodyIsPassedOver from "./migrations/016-nobody-is-passed-over.ts";
import * as searchByLetters from "./migrations/017-search-by-letters.ts";
import * as spotsByMail from "./migrations/018-spots-by-mail.ts";
import * as goodToKnow from "./migrations/019-good-to-know.ts";
import * as days from "./migrations/020-days.ts";
import * as nextMoment from "./migrations/021-next-moment.ts";
import * as aMillionEvents from "./migrations/022-a-million-events.ts";
import * as forTheVersionBefore from "./migrations/023-for-the-version-before.ts";
import * as hosting from "./migrations/024-hosting.ts";
import * as reports from "./migrations/026-reports.ts";
import * as blocksAndWords from "./migrations/027-blocks-and-words.ts";
import * as theLogStays from "./migrations/028-the-log-stays.ts";
import * as takenDown from "./migrations/029-taken-down.ts";
import * as mailsThatWentOut from "./migrations/030-mails-that-went-out.ts";
import * as pointsAndTowns from "./migrations/031-points-and-towns.ts";
import * as follows from "./migrations/032-follows.ts";
import * as imports from "./migrations/033-imports.ts";
import * as goodToKnowIsFound from "./migrations/034-good-to-know-is-found.ts";
import * as wordsAndLetters from "./migrations/035-words-and-letters.ts";
import * as gates from "./migrations/036-gates.ts";
import * as peopleWithoutMail from "./migrations/037-people-without-mail.ts";
import * as outcomes from "./migrations/038-outcomes.ts";
import * as picturesOfOutcomes from "./migrations/039-pictures-of-outcomes.ts";
import * as whoWasHere from "./migrations/041-who-was-here.ts";
import * as records from "./migrations/042-records.ts";
import * as assertions from "./migrations/043-assertions.ts";
import * as whatWasTakenBack from "./migrations/044-what-was-taken-back.ts";
import * as townsByCountry from "./migrations/045-towns-by-country.ts";
import * as theNightBefore from "./migrations/046-the-night-before.ts";
import * as accessEnds from "./migrations/047-access-ends.ts";
import * as askedAtTheGate from "./migrations/049-asked-at-the-gate.ts";
import * as communitiesAreSilent from "./migrations/050-communities-are-silent.ts";
import * as theOrganizersSubject from "./migrations/051-the-organizers-subject.ts";
import * as oneSpelling from "./migrations/052-one-spelling.ts";
import * as rights from "./migrations/053-rights.ts";
import * as communities from "./migrations/054-communities.ts";
import * as toldToEach from "./migrations/055-told-to-each.ts";
import * as addressesInTheLog from "./migrations/056-addresses-in-the-log.ts";
import * as telling from "./migrations/057-telling.ts";
import * as people from "./migrations/058-people.ts";
import * as chapters from "./migrations/059-chapters.ts";
import * as yearsOfCommunities from "./migrations/060-years-of-communities.ts";
import * as series from "./migrations/061-series.ts";
import * as regulars from "./migrations/062-regulars.ts";
import * as seriesInLists from "./migrations/063-series-in-lists.ts";
import type { Database } from "./schema.server.ts";
import { StartFailure } from "./start-failure.ts";

/** Every migration in order; its name is its file's, and never changes. A migration only goes forward. */
const migrations: Record<string, Migration> = {
  "001-start": start,
  "002-communities-and-contact": communitiesAndContact,
  "003-pictures": pictures,
  "004-mail": mail,
  "005-attempts": attempts,
  "007-firebase": firebase,
  "008-account": account,
  "009-handovers": handovers,
  "010-waiting": waiting,
  "011-promises": promises,
  "012-one-word-each": oneWordEach,
  "013-what-to-bring": whatToBring,
  "014-access": access,
  "015-drafts-and-contact-addresses": draftsAndContactAddresses,
  "016-nobody-is-passed-over": nobodyIsPassedOver,
  "017-search-by-letters": searchByLetters,
  "018-spots-by-mail": spotsByMail,
  "019-good-to-know": goodToKnow,
  "020-days": days,
  "021-next-moment": nextMoment,
  "022-a-million-events": aMillionEvents,
  "023-for-the-version-before": forTheVersionBefore,
  "024-hosting": hosting,
  "026-reports": reports,
  "027-blocks-and-words": blocksAndWords,
  "028-the-log-stays": theLogStays,
  "029-taken-down": takenDown,
  "030-mails-that-went-out": mailsThatWentOut,
  "031-points-and-towns": pointsAndTowns,
  "032-follows": follows,
  "033-imports": imports,
  "034-good-to-know-is-found": goodToKnowIsFound,
  "035-words-and-letters": wordsAndLetters,
  "036-gates": gates,
  "037-people-without-mail": peopleWithoutMail,
  "038-outcomes": outcomes,
  "039-pictures-of-outcomes": picturesOfOutcomes,
  "041-who-was-here": whoWasHere,
  "042-records": records,
  "043-assertions": assertions,
  "044-what-was-taken-back": whatWasTakenBack,
  "045-towns-by-country": townsByCountry,
  "046-the-night-before": theNightBefore,
  "047-access-ends": accessEnds,
  "049-asked-at-the-gate": askedAtTheGate,
  "050-communities-are-silent": communitiesAreSilent,
  "051-the-organizers-subject": theOrganizersSubject,
  "052-one-spelling": oneSpelling,
  "053-rights": rights,
  "054-communities": communities,
  "055-told-to-each": toldToEach,
  "056-addresses-in-the-log": addressesInTheLog,
  "057-telling": telling,
  "058-people": people,
  "059-chapters": chapters,
  "060-years-of-communities": yearsOfCommunities,
  "061-series": series,
  "062-regulars": regulars,
  "063-series-in-lists": seriesInLists,
};

/**
 * Brings the tables up to date. Any number of processes may call it at once: one works, under a lock of the database;
 * the others wait and find the work done.
 * @param last the last migration to run, for tests of the later ones; all by default
 * @throws StartFailure if a newer version has changed the tables, or a migration fails (then it is rolled back)
 */
export async function migrate(db: Database, last?: string): Promise<void> {
  const unknown = unknownOf(await migrationsDone(db));
  if (unknown) {
    throw new StartFailure(
      `The database was written by a newer version of Goodturn (its migration ${unknown} is not known here); start that version.`,
    );
  }
  await db.connection().execute(async (connection) => {
    // A long migration is allowed, and so is waiting for another process that runs it.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set lock_timeout = 0`.execute(connection);
    const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => migrations } });
    const { error } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest());
    await sql`reset statement_timeout`.execute(connection);
    await sql`reset lock_timeout`.execute(connection);
    if (error)
      throw new StartFailure(`The tables cannot be brought up to date: ${messageOf(error)}.`, { cause: error });
  });
}

/** True if every migration has been done; one fast query. @throws when the database cannot be reached */
export async function isMigrated(db: Database): Promise<boolean> {
  const done = new Set(await migrationsDone(db));
  return Object.keys(migrations).every((name) => done.has(name));
}

/** Returns the first of these migrations that only a newer version knows; undefined if there is none. */
export const unknownOf = (names: readonly string[]): string | undefined => names.find((name) => !(name in migrations));

/** Returns the names of the migrations that were done, in any order; empty if there are no tables yet. */
export async function migrationsDone(db: Database): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string | null }>`
    select to_regclass('kysely_migration')::text as name`.execute(db);
  if (!tables[0]?.name) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
