import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type Database, newId, type Schema } from "#db/schema.server.ts";
import type { Announce } from "#domain/context.ts";
import { withEarlierWords } from "#domain/earlier-words.ts";
import { lockIfThere, lockPublicEvent } from "#domain/events/locking.ts";
import { Failure } from "#domain/failure.ts";
import type { Caller, SignedIn, SignInByMail } from "#domain/identity.ts";
import { nameFor } from "#domain/mail.ts";
import {
  endReservation,
  findReservation,
  requireOpen,
  type Reserved,
  reserveSpots,
} from "#domain/registrations/reservations.ts";
import { type JoinAnswer, type JoinByMailInput, MailAsked, MailSignIn, partyOf } from "#domain/registrations/shapes.ts";
import { isId, shape } from "#domain/shapes.ts";
import type { Attempts } from "./attempts.ts";
import { askForCode, askToVerifyWithJoin } from "./mail-tasks.ts";
import type { Asked, mailEntry } from "./mail-entry.ts";
import { joinAnswer } from "#domain/registrations/commands.ts";
import { registrationOf } from "#domain/registrations/queries.ts";
import { takeSpots } from "#domain/registrations/take-spots.ts";

/** The lifetime of a code and a link, in milliseconds; a reserved spot is kept for the same time. */
const lifetime = 30 * 60_000;

/** The number of wrong codes allowed. Five of a million, with five mails an hour, cannot be guessed. */
const triesMax = 5;

type Parts = {
  db: Database;
  secret: string;
  attempts: Attempts;
  /** Without mail we cannot ask members to confirm their address. */
  sendsMail: boolean;
  announce: Announce;
  attemptsKey: (caller: Caller, email: string) => string;
  entry: ReturnType<typeof mailEntry>;
  beginSessionOf: (caller: Caller, memberId: string) => Promise<SignedIn>;
  now: () => Date;
};

/** Logging in, and joining, by a mailed code or link. This code never checks whether an address has an account. */
export function createMailSignIn(parts: Parts): SignInByMail {
  const { db, secret, attempts, sendsMail, announce, attemptsKey, entry, beginSessionOf, now } = parts;
  const { limitAttempts, forgiveAttempt } = attempts;
  /** Keyed, so that a person who reads the table cannot find the code by trying a million. */
  const codeHash = (id: string, code: string) =>
    createHmac("sha256", secret).update(`mailed code ${id} ${code}`).digest("base64url");

  type Asking = Pick<Asked, "email" | "name" | "wish" | "return_to" | "reservation_id">;

  /** Stores a request for an address. @returns the claim of the browser that asks */
  async function note(tx: Kysely<Schema>, asking: Asking, title: string | null): Promise<string> {
    const { email, name, wish, return_to, reservation_id } = asking;
    const [id, claim] = [newId(), randomBytes(24).toString("base64url")];
    // The reader may be an instance of the previous version.
    const stored = wish && JSON.stringify(withEarlierWords(wish));
    await sql`insert into mail_sign_ins (id, claim_hash, email, name, wish, return_to, reservation_id, expires_at)
      values (${id}, ${claimHash(claim)}, ${email}, ${name}, ${stored}::jsonb, ${return_to}, ${reservation_id},
        ${lifetimeFrom(now())})`.execute(tx);
    await askForCode(tx, { signInId: id, title }, now());
    return claim;
  }

  /** Returns the request of a valid claim. @throws Failure code_expired */
  async function claimed(tx: Kysely<Schema>, claim: string): Promise<Asked> {
    const { rows } = await sql<Asked>`select id, email, name, wish, return_to, reservation_id, used_at
      from mail_sign_ins where claim_hash = ${claimHash(claim)} and expires_at > ${now()}`.execute(tx);
    if (!rows[0]) throw new Failure("code_expired");
    return rows[0];
  }

  return {
    async ask({ email, returnTo = null, join }) {
      await limitAttempts("mail", { account: email });
      const title = join ? await titleOf(db, join.eventId) : null;
      // A missing event is not reported, because the person still wants to log in.
      const wish = join && title !== null ? join : null;
      const asking = { email, name: null, wish, return_to: returnTo, reservation_id: null };
      const claim = await note(db, asking, title);
      const asked = { email, eventId: wish?.eventId ?? null, held: null, confirmed: false };
      return shape(MailAsked, { claim, asked });
    },

    async join(caller, input) {
      if (!sendsMail) return joinAtOnce(caller, input);
      const { email, name, eventId } = input;
      await limitAttempts("mail", { account: email });
      const answer = await db.transaction().execute(async (tx) => {
        const event = await lockPublicEvent(tx, eventId);
        requireOpen(event, now());
        const wish = { eventId: event.id, ...partyOf(input) };
        const kept = await reserveSpots(tx, event, email, wish, now());
        const asking = { email, name, wish, return_to: null, reservation_id: kept?.isNew ? kept.id : null };
        const claim = await note(tx, asking, event.title);
        const held = kept && inWire(kept);
        return { claim, asked: { email, eventId: event.id, held, confirmed: false } };
      });
      announce(eventId);
      return shape(MailAsked, answer);
    },

    async again({ claim }) {
      const { id, email, wish, used_at } = await claimed(db, claim);
      if (used_at) throw new Failure("code_expired");
      await limitAttempts("mail", { account: email });
      const title = wish && (await titleOf(db, wish.eventId));
      await db.transaction().execute(async (tx) => {
        await sql`update mail_sign_ins set expires_at = ${lifetimeFrom(now())} where id = ${id}`.execute(tx);
        await askForCode(tx, { signInId: id, title }, now());
      });
    },

    async read({ claim }) {
      const { email, wish, used_at } = await claimed(db, claim);
      const kept = wish && (await findReservation(db, wish.eventId, email));
      const held = kept && kept.until > now() ? inWire(kept) : null;
      return shape(MailSignIn, { email, eventId: wish?.eventId ?? null, held, confirmed: used_at !== null });
    },

    async giveUp({ claim }) {
      const { id, wish, reservation_id } = await claimed(db, claim);
      await db.transaction().execute(async (tx) => {
        const event = wish && reservation_id && (await lockIfThere(tx, wish.eventId));
        await sql`delete from mail_sign_ins where id = ${id}`.execute(tx);
        if (event) await endReservation(tx, event, reservation_id, now());
      });
      if (wish) announce(wish.eventId);
    },

    async enterByCode(caller, { claim, code }) {
      const asked = await claimed(db, claim);
      const account = attemptsKey(caller, asked.email);
      // Counted before the code is checked, so that many at once are all counted.
      await limitAttempts("sign_in", { account });
      const { rows } = await sql<{ code_hash: string | null }>`
        update mail_sign_ins set tries = tries + 1 where id = ${asked.id} and used_at is null and tries < ${triesMax}
        returning code_hash`.execute(db);
      if (!rows[0]) throw new Failure("code_expired");
      const hash = codeHash(asked.id, code);
      if (rows[0].code_hash !== hash) throw new Failure("invalid", [{ path: "code", rule: "rule.code.wrong" }]);
      await forgiveAttempt("sign_in", account);
      return entry.enter(caller, asked, { by: "code", hash });
    },

    async enterByLink(caller, { token }) {
      const hash = secretHash(token);
      const { rows } = await sql<Asked>`select id, email, name, wish, return_to, reservation_id, used_at
        from mail_sign_ins where secret_hash = ${hash} and expires_at > ${now()}`.execute(db);
      if (!rows[0]) throw new Failure("link_used");
      return entry.enter(caller, rows[0], { by: "link", hash });
    },

    async makeSecrets(id) {
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      const secretOfLink = randomBytes(24).toString("base64url");
      const member = await readerOf(db, id);
      if (!member) return null;
      const { rows } = await sql<{ email: string; wish: Asked["wish"] }>`
        update mail_sign_ins set code_hash = ${codeHash(id, code)}, secret_hash = ${secretHash(secretOfLink)}, tries = 0
        where id = ${id} and used_at is null and expires_at > ${now()} returning email, wish`.execute(db);
      if (!rows[0]) return null;
      const { email, wish } = rows[0];
      const page = wish ? `/enter?event=${wish.eventId}` : "/enter";
      return { email, name: member.name, code, path: `${page}#${secretOfLink}` };
    },
  };

  /** Without mail an address cannot be confirmed, so a new member is logged in at once, as at registration. */
  async function joinAtOnce(caller: Caller, input: JoinByMailInput): Promise<SignedIn & { join: JoinAnswer }> {
    const { memberId, join } = await registerAtOnce(db, input, now());
    announce(input.eventId);
    return { ...(await beginSessionOf(caller, memberId)), join };
  }
}

/** Returns the name of the person who logs in, if it is known to be theirs; null for a person without an account. */
async function readerOf(db: Database, id: string): Promise<{ name: string } | null> {
  const { rows } = await sql<{ is_new: boolean; name: string | null; email_verified: boolean | null }>`
    select mail_sign_ins.name is not null as is_new, members.name, email_verified
    from mail_sign_ins left join members on members.email = mail_sign_ins.email where mail_sign_ins.id = ${id}`.execute(
    db,
  );
  const [row] = rows;
  if (!row || (row.name === null && !row.is_new)) return null;
  return { name: nameFor({ name: row.name ?? "", email_verified: row.email_verified ?? false }) };
}

/** Returns the title of a public event; null if there is none. */
async function titleOf(db: Database, eventId: string): Promise<string | null> {
  if (!isId(eventId)) return null;
  const published = db.selectFrom("events").select("title").where("is_draft", "=", false);
  return (await published.where("id", "=", eventId).executeTakeFirst())?.title ?? null;
}

const inWire = ({ spots, until }: Reserved) => ({ spots, until: until.toISOString() });
const lifetimeFrom = (now: Date) => new Date(now.getTime() + lifetime);
const hashOf = (kind: string, secret: string) => createHash("sha256").update(`${kind}:${secret}`).digest("base64url");
const claimHash = (claim: string) => hashOf("claim", claim);
const secretHash = (secret: string) => hashOf("mailed link", secret);

/**
 * Creates a member and registers them; both or neither. Used on sites without mail, where addresses cannot be
 * confirmed.
 * @throws Failure email_taken, not_found, event_over, event_cancelled
 */
function registerAtOnce(db: Database, input: JoinByMailInput, now: Date) {
  const { name, email, eventId } = input;
  return db.transaction().execute(async (tx): Promise<{ memberId: string; join: JoinAnswer }> => {
    const event = await lockPublicEvent(tx, eventId);
    requireOpen(event, now);
    const memberId = newId();
    const { numInsertedOrUpdatedRows: made } = await tx
      .insertInto("members")
      .values({ id: memberId, name, email, email_verified: false })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .executeTakeFirstOrThrow();
    if (made === 0n) throw new Failure("email_taken");
    await askToVerifyWithJoin(tx, memberId, now);
    const taken = await takeSpots({ db: tx, now }, { ...partyOf(input), eventId: event.id }, memberId);
    if (!taken) throw new Failure("event_over");
    return { memberId, join: joinAnswer(taken, await registrationOf({ db: tx, now }, event.id, memberId)) };
  });
}
