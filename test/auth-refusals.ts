import { sql } from "kysely";
import { type Call, callerOf } from "./call.ts";
import { firebaseRefusals, firebaseSite } from "./firebase-refusals.ts";
import { authFor, type Make } from "./make.ts";
import { suspended, waysIn } from "./suspended.ts";

const registration = (email = "new@example.org") => ({
  name: "Amina",
  image: "https://example.org/me.jpg",
  email,
  password: "Gannet",
});
const foreign = { headers: { origin: "https://evil.example" } };
/** A body that is not JSON, and one that is too large. */
export const broken = { body: "{", headers: { "content-type": "application/json" } };
export const large = { json: { title: "x".repeat(66_000) } };

/** The parts that examples need: the API, the API with all attempts used up, and a logged-in member. */
type Parts = { make: Make; call: Call; limited: Call; unmailed: Call; me: Awaited<ReturnType<Make["signedIn"]>> };

/** Every refusal of every call of the identity provider. */
export async function authRefusals({ make, call, limited, unmailed, me }: Parts) {
  const { cookie, member } = me;
  const unknown = member.id;
  const passwords = { currentPassword: "Gannet", newPassword: "Gannet2" };
  const newEmail = { newEmail: "new@example.org", password: "Gannet" };
  const newPassword = { token: "x", newPassword: "Gannet2" };
  const google = { issuer: "http://127.0.0.1:1", clientId: "x", clientSecret: "x" };
  const withGoogle = callerOf({ ...make, auth: authFor(make.db, { google }) });
  const firebase = firebaseSite(make);
  const ways = waysIn(make, (somebody) => suspended(make, somebody));

  /** The secret of a link that gives this member a new address. */
  const newEmailLink = async (email = "mine@example.org") =>
    (await make.auth.makeLink({ purpose: "change-email", memberId: member.id, email }))?.split("#")[1];

  return {
    register: {
      invalid_json: () => call("POST", "/auth/sign-up/email", broken),
      untrusted_origin: () => call("POST", "/auth/sign-up/email", { json: registration(), ...foreign }),
      email_taken: () => call("POST", "/auth/sign-up/email", { json: registration("ME@example.org") }),
      too_large: () => call("POST", "/auth/sign-up/email", large),
      invalid: () => call("POST", "/auth/sign-up/email", { json: { ...registration(), name: " " } }),
      too_many_attempts: () => limited("POST", "/auth/sign-up/email", { json: registration() }),
      too_many_mails: () => unmailed("POST", "/auth/sign-up/email", { json: registration() }),
      no_such_call: () => firebase("POST", "/auth/sign-up/email", { json: registration() }),
    },
    logIn: {
      invalid_json: () => call("POST", "/auth/sign-in/email", broken),
      invalid_credentials: () =>
        call("POST", "/auth/sign-in/email", { json: { email: member.email, password: "Wrong1" } }),
      untrusted_origin: () => call("POST", "/auth/sign-in/email", { json: registration(), ...foreign }),
      too_large: () => call("POST", "/auth/sign-in/email", large),
      invalid: () => call("POST", "/auth/sign-in/email", { json: { email: member.email } }),
      too_many_attempts: () => limited("POST", "/auth/sign-in/email", { json: registration() }),
      no_such_call: () => firebase("POST", "/auth/sign-in/email", { json: registration() }),
      suspended: ways.logIn,
    },
    logInWithGoogle: {
      untrusted_origin: () => call("POST", "/auth/sign-in/google", foreign),
      too_large: () => call("POST", "/auth/sign-in/google", large),
      too_many_attempts: () => limited("POST", "/auth/sign-in/google"),
      no_google_sign_in: () => call("POST", "/auth/sign-in/google"),
      google_unreachable: () => withGoogle("POST", "/auth/sign-in/google"),
    },
    finishGoogle: { no_such_call: () => call("GET", "/auth/callback/google?state=x&code=y") },
    logInWithFirebase: { ...(await firebaseRefusals(make, member.email)), suspended: ways.logInWithFirebase },
    logOut: {
      untrusted_origin: () => call("POST", "/auth/sign-out", { headers: { cookie, ...foreign.headers } }),
      too_large: () => call("POST", "/auth/sign-out", large),
    },
    requestPasswordReset: {
      invalid_json: () => call("POST", "/auth/request-password-reset", broken),
      untrusted_origin: () => call("POST", "/auth/request-password-reset", { json: registration(), ...foreign }),
      too_large: () => call("POST", "/auth/request-password-reset", large),
      invalid: () => call("POST", "/auth/request-password-reset", { json: { email: "nobody" } }),
      too_many_attempts: () => limited("POST", "/auth/request-password-reset", { json: registration() }),
      too_many_mails: () => unmailed("POST", "/auth/request-password-reset", { json: registration() }),
      no_such_call: () => firebase("POST", "/auth/request-password-reset", { json: registration() }),
    },
    checkPasswordReset: {
      invalid_json: () => call("POST", "/auth/reset-password/check", broken),
      untrusted_origin: () => call("POST", "/auth/reset-password/check", { json: { token: "x" }, ...foreign }),
      link_used: () => call("POST", "/auth/reset-password/check", { json: { token: "x" } }),
      too_large: () => call("POST", "/auth/reset-password/check", large),
      invalid: () => call("POST", "/auth/reset-password/check", { json: { token: "x".repeat(201) } }),
      too_many_attempts: () => limited("POST", "/auth/reset-password/check", { json: { token: "x" } }),
      no_such_call: () => firebase("POST", "/auth/reset-password/check", { json: { token: "x" } }),
    },
    resetPassword: {
      invalid_json: () => call("POST", "/auth/reset-password", broken),
      untrusted_origin: () => call("POST", "/auth/reset-password", { json: newPassword, ...foreign }),
      link_used: () => call("POST", "/auth/reset-password", { json: newPassword }),
      too_large: () => call("POST", "/auth/reset-password", large),
      invalid: () => call("POST", "/auth/reset-password", { json: { ...newPassword, newPassword: "short" } }),
      too_many_attempts: () => limited("POST", "/auth/reset-password", { json: newPassword }),
      no_such_call: () => firebase("POST", "/auth/reset-password", { json: newPassword }),
    },
    sendVerificationEmail: {
      sign_in_required: () => call("POST", "/auth/send-verification-email"),
      untrusted_origin: () => call("POST", "/auth/send-verification-email", foreign),
      too_large: () => call("POST", "/auth/send-verification-email", large),
      too_many_attempts: () => limited("POST", "/auth/send-verification-email"),
      too_many_mails: () => unmailed("POST", "/auth/send-verification-email", { headers: { cookie } }),
    },
    confirmEmail: {
      invalid_json: () => call("POST", "/auth/confirm-email", broken),
      untrusted_origin: () => call("POST", "/auth/confirm-email", { json: { token: "x" }, ...foreign }),
      sign_in_required: async () => call("POST", "/auth/confirm-email", { json: { token: await newEmailLink() } }),
      other_account: async () => {
        const { cookie: theirs } = await make.signedIn();
        return call("POST", "/auth/confirm-email", {
          json: { token: await newEmailLink() },
          headers: { cookie: theirs },
        });
      },
      email_taken: async () => {
        const { email: taken } = await make.member();
        return call("POST", "/auth/confirm-email", { json: { token: await newEmailLink(taken) }, headers: { cookie } });
      },
      link_used: () => call("POST", "/auth/confirm-email", { json: { token: "verify-email.x" } }),
      too_large: () => call("POST", "/auth/confirm-email", large),
      invalid: () => call("POST", "/auth/confirm-email", { json: {} }),
      too_many_attempts: () => limited("POST", "/auth/confirm-email", { json: { token: "x" } }),
    },
    getAccess: { sign_in_required: () => call("GET", "/auth/access") },
    endSession: {
      invalid_json: () => call("POST", "/auth/revoke-session", broken),
      sign_in_required: () => call("POST", "/auth/revoke-session", { json: { id: unknown } }),
      untrusted_origin: () => call("POST", "/auth/revoke-session", { json: { id: unknown }, ...foreign }),
      too_large: () => call("POST", "/auth/revoke-session", large),
      invalid: () => call("POST", "/auth/revoke-session", { json: { id: 7 } }),
    },
    endOtherSessions: {
      sign_in_required: () => call("POST", "/auth/revoke-other-sessions"),
      untrusted_origin: () => call("POST", "/auth/revoke-other-sessions", foreign),
      too_large: () => call("POST", "/auth/revoke-other-sessions", large),
    },
    changePassword: {
      invalid_json: () => call("POST", "/auth/change-password", broken),
      sign_in_required: () => call("POST", "/auth/change-password", { json: passwords }),
      untrusted_origin: () => call("POST", "/auth/change-password", { json: passwords, ...foreign }),
      no_password: async () => {
        const { cookie: theirs, member: guest } = await make.signedIn();
        await sql`delete from accounts where member_id = ${guest.id}`.execute(make.db);
        return call("POST", "/auth/change-password", { json: passwords, headers: { cookie: theirs } });
      },
      too_large: () => call("POST", "/auth/change-password", large),
      invalid: () =>
        call("POST", "/auth/change-password", {
          json: { ...passwords, currentPassword: "Wrong1" },
          headers: { cookie },
        }),
      too_many_attempts: () => limited("POST", "/auth/change-password", { json: passwords }),
      too_many_mails: () => unmailed("POST", "/auth/change-password", { json: passwords, headers: { cookie } }),
    },
    changeEmail: {
      invalid_json: () => call("POST", "/auth/change-email", broken),
      sign_in_required: () => call("POST", "/auth/change-email", { json: newEmail }),
      untrusted_origin: () => call("POST", "/auth/change-email", { json: newEmail, ...foreign }),
      log_in_again: async () => {
        const { cookie: theirs } = await make.longAgo();
        return call("POST", "/auth/change-email", { json: newEmail, headers: { cookie: theirs } });
      },
      too_large: () => call("POST", "/auth/change-email", large),
      invalid: () =>
        call("POST", "/auth/change-email", { json: { ...newEmail, password: "Wrong1" }, headers: { cookie } }),
      too_many_attempts: () => limited("POST", "/auth/change-email", { json: newEmail }),
      too_many_mails: () => unmailed("POST", "/auth/change-email", { json: newEmail, headers: { cookie } }),
    },
    getSession: {},
    getToken: { sign_in_required: () => call("GET", "/auth/token") },
    updateProfile: {
      invalid_json: () => call("POST", "/auth/update-user", { ...broken, headers: { cookie, ...broken.headers } }),
      sign_in_required: () => call("POST", "/auth/update-user", { json: { name: "New" } }),
      untrusted_origin: () =>
        call("POST", "/auth/update-user", { json: { name: "New" }, headers: { cookie, ...foreign.headers } }),
      too_large: () => call("POST", "/auth/update-user", large),
      invalid: () => call("POST", "/auth/update-user", { json: { image: "nowhere" }, headers: { cookie } }),
    },
    getKeys: {},
  };
}
