import { domainToASCII, domainToUnicode } from "node:url";
import { type Kysely, sql } from "kysely";

/** The columns with addresses, and the columns that must be unique together with the address. */
const places: [table: string, column: string, once?: string[]][] = [
  ["members", "email", []],
  ["members", "contact_email"],
  ["members", "contact_email_pending"],
  ["reservations", "email", ["event_id"]],
  ["mail_sign_ins", "email"],
  ["mail_links", "email"],
  ["ownership_transfers", "email"],
  ["contact_messages", "email"],
  ["reports", "email", ["review_id"]],
  ["assertions", "email", ["member_id", "event_id"]],
];

/**
 * Rewrites addresses that are spelled differently for the same mailbox: composed letters get one form, and encoded
 * domains become letters. If two accounts have the same mailbox, both stay, because only their owner can decide.
 * Follows of two spellings are merged.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column, once] of places) {
    for (const { old, kept } of await oldSpellings(db, table, column)) {
      const isThere = once
        ? sql`exists (select from ${sql.table(table)} other where ${sql.ref(`other.${column}`)} = ${kept}
            ${sql.join(
              once.map((key) => sql`and ${sql.ref(`other.${key}`)} = ${sql.ref(`own.${key}`)}`),
              sql` `,
            )})`
        : sql`false`;
      await sql`update ${sql.table(table)} own set ${sql.ref(column)} = ${kept}
        where ${sql.ref(column)} = ${old} and not ${isThere}`.execute(db);
    }
  }
  for (const { old, kept } of await oldSpellings(db, "subscribers", "email")) {
    // Its follows are deleted with it.
    const { numAffectedRows: moved = 0n } = await sql`update subscribers set email = ${kept} where email = ${old}
      and not exists (select from subscribers there where there.email = ${kept})`.execute(db);
    if (moved > 0n) continue;
    await sql`update subscribers there set confirmed_at = coalesce(there.confirmed_at, before.confirmed_at)
      from subscribers before where there.email = ${kept} and before.email = ${old}`.execute(db);
    await sql`update follows set email = ${kept} where email = ${old} and not exists (
      select from follows there where there.email = ${kept} and (there.organizer_id = follows.organizer_id
        or there.community_id = follows.community_id or there.event_id = follows.event_id or there.filter = follows.filter)
    )`.execute(db);
    await sql`delete from subscribers where email = ${old}`.execute(db);
  }
}

/**
 * Returns the addresses in a column whose spelling changes. Only addresses with letters beyond ASCII, or with an
 * encoded domain, can change.
 */
async function oldSpellings(db: Kysely<unknown>, table: string, column: string) {
  const { rows } = await sql<{ old: string }>`select distinct ${sql.ref(column)} as old from ${sql.table(table)}
    where octet_length(${sql.ref(column)}) <> char_length(${sql.ref(column)}) or ${sql.ref(column)} like '%xn--%'`.execute(
    db,
  );
  return rows.map(({ old }) => ({ old, kept: spelled(old) })).filter(({ old, kept }) => kept !== old);
}

/** Spells an address like `mailboxOf` of the domain does today; an invalid one stays as it is. */
function spelled(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  const domain = domainToUnicode(domainToASCII(address.slice(at).normalize("NFC")));
  return at === 0 || domain === ""
    ? address
    : address.slice(0, at).normalize("NFC").toLowerCase().normalize("NFC") + domain;
}
