import { Failure } from "#domain/failure.ts";
import type { Announce } from "#domain/context.ts";
import type { AuthProvider, Caller, StandIn } from "#domain/identity.ts";
import type { LinkInput, NewPasswordInput } from "#domain/members/shapes.ts";
import { endAccess, generationOf } from "./access.ts";
import type { Attempts } from "./attempts.ts";
import { createBetterAuth, type Settings } from "./better-auth.ts";
import { by } from "./better-auth-calls.ts";
import { confirmEmail } from "./confirm-email.ts";
import { type FirebaseTokens, signedInAt } from "./firebase.ts";
import { firebaseIdentity } from "./firebase-plugin.ts";
import { createGoogleSignIn, type Google } from "./google.ts";
import { knownDevices } from "./known-device.ts";
import { mailEntry } from "./mail-entry.ts";
import { mailLinks, type MailLinks } from "./mail-links.ts";
import { createMailSignIn } from "./mail-sign-in.ts";
import { ownAccount } from "./own-account.ts";
import { createPasskeys } from "./passkeys.ts";
import { passwordSignIn } from "./password-sign-in.ts";
import { createProof } from "./proof.ts";
import { createSessions } from "./sessions.ts";
import { noteProof, provedIn, tokenVerifier } from "./tokens.ts";
import { sql, type Transaction } from "kysely";
import { type Database, newId, type Schema } from "#db/schema.server.ts";
import { refuseEasyPassword } from "./easy-passwords.ts";
import { tellOfNewPassword } from "./mail-tasks.ts";
import { hashPassword } from "./password.ts";
import { markVerified } from "./verified.ts";

type Options = Omit<Settings, "now"> & {
  attempts: Attempts;
  /** True if mail is sent: only then can addresses be confirmed, and then they must be. */
  sendsMail: boolean;
  announce: Announce;
  now?: () => Date;
  google?: Google | StandIn | null;
  firebase?: FirebaseTokens | null;
};

/**
 * The built-in identity provider: e-mail and password, or Google, stored by Better Auth in our own tables. A session is
 * an http-only cookie, which is traded for a short-lived bearer token; product calls accept only that. `origin` is our
 * public address, or null to use the request's own host. `attempts` limits log-in attempts. `google` is our
 * registration at Google or at our stand-in for it; null for neither. With `firebase`, Firebase Authentication handles
 * passwords and Google instead of us; members and sessions stay ours.
 */
export function createBuiltInAuth(options: Options): AuthProvider {
  const { now = () => new Date(), attempts, sendsMail, announce, firebase: idTokens, ...rest } = options;
  const settings = { ...rest, now };
  const { db, origin } = settings;
  const firebase = idTokens ? firebaseIdentity(idTokens, { db, announce, now }) : null;
  const google = (!firebase && options.google) || null;
  const betterAuth = createBetterAuth({ ...settings, firebase });
  const devices = knownDevices(settings);
  const links = mailLinks(db, now);
  const identifyOwn = tokenVerifier({ db, origin, now });
  const identify = (token: string) => (firebase?.isIdToken(token) ? firebase.identify(token) : identifyOwn(token));
  const proof = createProof({ db, attempts, now });
  const { sessions, findSession, requireSession, beginSession, endReplaced } = createSessions({
    db,
    betterAuth,
    devices,
    origin,
    now,
    endTokens: firebase?.endTokens,
  });

  const beginSessionOf = (caller: Caller, memberId: string) =>
    beginSession(caller, () => betterAuth.api.beginSession({ body: { memberId }, ...by(caller) }));
  const verifyEmail = confirmEmail({ db, links, attempts, findSession, beginSessionOf, announce, now });
  const checkReset = async ({ token }: LinkInput) => void (await links.readLink("reset-password", token));
  const reset = resetPassword({ db, links, announce, now });
  const mailSignIn = createMailSignIn({
    db,
    secret: settings.secret,
    attempts,
    sendsMail,
    announce,
    attemptsKey: devices.attemptsKey,
    entry: mailEntry({ db, announce, beginSessionOf, now }),
    beginSessionOf,
    now,
  });
  const keys = createPasskeys({ db, origin, attempts, proof, requireSession, beginSessionOf, now });

  return {
    identify,
    async prove(token, password) {
      const member = await identify(token);
      const session = member && !firebase?.isIdToken(token) ? await provedIn(db, token) : null;
      const since = member && (firebase?.isIdToken(token) ? signedInAt(token) : session?.provedAt);
      if (!member || !since) throw new Failure("sign_in_required");
      const byPassword = await proof.requireProof({ memberId: member.id, since }, password);
      if (session && byPassword) await noteProof(db, session.id, now());
    },
    async lastProof(token) {
      if (!firebase?.isIdToken(token)) {
        const session = await provedIn(db, token);
        return session && { at: session.provedAt, generation: session.generation };
      }
      const member = await identify(token);
      const generation = member && (await generationOf(db, member.email));
      return generation === null ? null : { at: signedInAt(token), generation };
    },
    async provedAt(token) {
      const session = firebase?.isIdToken(token) ? null : await provedIn(db, token);
      return session?.isConfirmed ? session.provedAt : null;
    },
    endAccess: (tx, memberId) => endAccess(tx, memberId, { by: "suspended", now: now() }),
    makeLink: links.makeLink,
    offersGoogle: google !== null || firebase !== null,
    passwords: firebase
      ? null
      : passwordSignIn({ db, betterAuth, attempts, devices, beginSession, checkReset, reset, now }),
    mailSignIn: firebase ? null : mailSignIn,
    passkeys: firebase ? null : keys,
    firebase: firebase && {
      signIn: (caller, input) =>
        beginSession(caller, () => betterAuth.api.signInFirebase({ body: input, ...by(caller) })),
    },
    google: createGoogleSignIn(settings, google, endReplaced),
    sessions,
    account: ownAccount({ db, betterAuth, attempts, requireSession, proof, verifyEmail, announce, now }),
  };
}

type Parts = { db: Database; links: MailLinks; announce: Announce; now: () => Date };

/**
 * Sets a new password by a mailed link, which proves the address, and ends all other access. An unconfirmed account may
 * have been made by anyone who knows the address, so all earlier ways to log in end too.
 */
function resetPassword({ db, links, announce, now }: Parts) {
  return async ({ token, newPassword }: NewPasswordInput): Promise<void> => {
    const held = await links.readLink("reset-password", token);
    await refuseEasyPassword(newPassword, held, "newPassword");
    const hash = await hashPassword(newPassword);
    await db.transaction().execute(async (tx) => {
      const { memberId } = held;
      const member = await links.useLink(tx, "reset-password", token, held);
      await endAccess(tx, memberId, { by: member.email_verified ? "reset" : "taken_over", now: now() });
      await setPassword(tx, memberId, hash);
      await markVerified(tx, memberId, { now: now(), isSame: false });
      await tellOfNewPassword(tx, memberId, now());
    });
    announce("members");
  };

  /** Marks the password as proved, because the link has shown that the address is the member's. */
  async function setPassword(tx: Transaction<Schema>, memberId: string, hash: string): Promise<void> {
    await sql`delete from accounts where member_id = ${memberId} and provider_id = 'credential'`.execute(tx);
    await sql`insert into accounts (id, member_id, account_id, provider_id, password, proven, created_at, updated_at)
      values (${newId()}, ${memberId}, ${memberId}, 'credential', ${hash}, true, ${now()}, ${now()})`.execute(tx);
  }
}
