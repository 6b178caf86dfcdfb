import { sql } from "kysely";
import type { Member } from "#domain/members/shapes.ts";
import { callerOf } from "./call.ts";
import { firebaseSite } from "./firebase-refusals.ts";
import { emulatorToken } from "./id-tokens.ts";
import type { Make } from "./make.ts";
import { haveChallenge, havePasskey } from "./passkey.ts";

/** Suspends a member as a host would, with its effects on logging in. */
export async function suspended({ db }: Make, { id }: Member): Promise<void> {
  await db
    .updateTable("members")
    .set({ suspended_at: new Date(), suspended_for: "Spam" })
    .where("id", "=", id)
    .execute();
}

/** Every way to log in except Google's, as a person with a confirmed address; `during` runs before the last step. */
export function waysIn(make: Make, during: (member: Member) => Promise<void>) {
  const call = callerOf(make);
  const somebody = async () => {
    const { member } = await make.signedIn();
    await make.proven(member);
    return member;
  };
  const mailedTo = async (member: Member) => {
    const { body } = await call("POST", "/auth/mailed/ask", { json: { email: member.email } });
    const { rows } = await sql<{ id: string }>`select id from mail_sign_ins order by id desc limit 1`.execute(make.db);
    const made = await make.auth.mailSignIn?.makeSecrets(rows[0]?.id ?? "");
    await during(member);
    return { claim: (body as { claim: string }).claim, code: made?.code, token: made?.path.split("#")[1] };
  };
  return {
    logIn: async () => {
      const member = await somebody();
      await during(member);
      return call("POST", "/auth/sign-in/email", { json: { email: member.email, password: "Gannet" } });
    },
    logInWithCode: async () => {
      const { claim, code } = await mailedTo(await somebody());
      return call("POST", "/auth/mailed/code", { json: { claim, code } });
    },
    logInWithLink: async () => {
      const { token } = await mailedTo(await somebody());
      return call("POST", "/auth/mailed/link", { json: { token } });
    },
    logInWithPasskey: async () => {
      const member = await somebody();
      const { key } = await havePasskey(make.db, member.id);
      await during(member);
      const response = key.sign(await haveChallenge(make.db, null));
      return call("POST", "/auth/passkeys/sign-in", { json: { response } });
    },
    logInWithFirebase: async () => {
      const member = await somebody();
      const idToken = emulatorToken({ sub: member.id, email: member.email, email_verified: true });
      const site = firebaseSite(make);
      await site("POST", "/auth/sign-in/firebase", { json: { idToken } });
      await during(member);
      return site("POST", "/auth/sign-in/firebase", { json: { idToken } });
    },
  };
}
