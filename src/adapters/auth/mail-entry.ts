import { sql, type Transaction } from "kysely";
import { type Database, newId, type Schema } from "#db/schema.server.ts";
import type { Announce } from "#domain/context.ts";
import { fromEarlierWords } from "#domain/earlier-words.ts";
import { type LockedEvent, lockIfThere } from "#domain/events/locking.ts";
import { Failure } from "#domain/failure.ts";
import type { Caller, Cookies, SignedIn } from "#domain/identity.ts";
import { joinAnswer } from "#domain/registrations/commands.ts";
import { registrationOf } from "#domain/registrations/queries.ts";
import { registerReserved } from "#domain/registrations/reservations.ts";
import { type JoinByMailInput, MailSignedIn, type Party } from "#domain/registrations/shapes.ts";
import { shape } from "#domain/shapes.ts";
import { endAccess, lockAccess } from "./access.ts";
import { markVerified } from "./verified.ts";

type Parts = {
  db: Database;
  announce: Announce;
  beginSessionOf: (caller: Caller, memberId: string) => Promise<SignedIn>;
  now: () => Date;
};

/** A request by mail, as stored; `name` is null for mere log-ins. */
export type Asked = {
  id: string;
  email: string;
  name: string | null;
  wish: (Party & Pick<JoinByMailInput, "eventId">) | null;
  return_to: string | null;
  reservation_id: string | null;
  used_at: Date | null;
};

/** The secret that a reader enters with, as stored. */
type Key = { by: "code" | "link"; hash: string };
const columns = { code: "code_hash", link: "secret_hash" } as const;

/** Carries out the request of a mailed code or link, once it is verified. */
export function mailEntry({ db, announce, beginSessionOf, now }: Parts) {
  /**
   * Uses up a mailed code or link, which shows that the caller reads the address's mail. In one transaction it makes
   * them a member if they are not one, and registers them for the event; then it logs them in.
   * @throws Failure code_expired or link_used, also if code or link was used concurrently
   */
  async function enter(caller: Caller, asked: Asked, key: Key): Promise<Cookies & MailSignedIn> {
    const { wish, return_to: returnTo } = asked;
    const entered = await db.transaction().execute(async (tx) => {
      // Events are locked before members, as everywhere.
      const event = wish && (await lockIfThere(tx, wish.eventId));
      await use(tx, asked, key);
      const { memberId, isNewlyProven } = await ownerOf(tx, asked, key);
      return { memberId, isNewlyProven, ...(wish ? await join(tx, event, asked.email, memberId, wish) : nothing) };
    });
    if (entered.isNewlyProven) announce("members");
    if (wish) announce(wish.eventId);
    const { user, cookies } = await beginSessionOf(caller, entered.memberId);
    return { cookies, ...shape(MailSignedIn, { user, join: entered.join, refused: entered.refused, returnTo }) };
  }

  async function use(tx: Transaction<Schema>, { id }: Asked, key: Key) {
    const { numAffectedRows } =
      await sql`update mail_sign_ins set used_at = ${now()}, code_hash = null, secret_hash = null
      where id = ${id} and expires_at > ${now()} and ${sql.ref(columns[key.by])} = ${key.hash}`.execute(tx);
    if (numAffectedRows === 0n) throw refusalOf(key);
  }

  /**
   * Returns the member with the address, and creates one if there is none. An unconfirmed account may have been made by
   * anyone who knows the address, so its ways to log in and all sessions end.
   */
  async function ownerOf(tx: Transaction<Schema>, { email, name }: Asked, key: Key) {
    const made = { id: newId(), name: name ?? "", email, email_verified: true };
    if (name !== null) {
      await tx
        .insertInto("members")
        .values(made)
        .onConflict((conflict) => conflict.column("email").doNothing())
        .execute();
    }
    const found = await tx.selectFrom("members").select("id").where("email", "=", email).executeTakeFirst();
    const member = found && (await lockAccess(tx, found.id));
    if (!member || member.email !== email) throw refusalOf(key);
    if (member.suspended_at) throw new Failure("suspended");
    if (!member.email_verified) {
      await endAccess(tx, found.id, { by: "taken_over", now: now() });
      await markVerified(tx, found.id, { now: now(), isSame: false });
    }
    return { memberId: found.id, isNewlyProven: !member.email_verified };
  }

  async function join(
    tx: Transaction<Schema>,
    event: LockedEvent | null,
    email: string,
    memberId: string,
    wish: NonNullable<Asked["wish"]>,
  ) {
    if (!event) return { join: null, refused: "not_found" as const };
    const party = fromEarlierWords(wish);
    const registered = await registerReserved(tx, event, { email, memberId, party }, now());
    if (typeof registered === "string" && registered !== "already_joined") return { join: null, refused: registered };
    const registration = await registrationOf({ db: tx, now: now() }, event.id, memberId);
    return { join: joinAnswer(registered === "already_joined" ? null : registered, registration), refused: null };
  }

  return { enter };
}

const nothing = { join: null, refused: null };
const refusalOf = ({ by }: Key) => new Failure(by === "code" ? "code_expired" : "link_used");
