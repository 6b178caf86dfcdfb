import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import type { Database } from "#db/schema.server.ts";
import type { Announce } from "#domain/context.ts";
import { Failure } from "#domain/failure.ts";
import { IdTokenInput, type Member } from "#domain/members/shapes.ts";
import { claimsProject, type FirebaseTokens, firebaseVerifier } from "./firebase.ts";
import { memberOf, refuseEarlierTokens } from "./firebase-members.ts";
import { noteProof } from "./tokens.ts";

type Outside = { db: Database; announce: Announce; now: () => Date };

/**
 * Firebase Authentication as one more way to sign in: it vouches for the person, and the member, the session and its end
 * are ours. `plugin` adds the exchange of an ID token for a session to Better Auth; `identify` takes an ID token itself for
 * a bearer token, null when it is not good or its person can have no account here.
 */
export function firebaseIdentity(tokens: FirebaseTokens, { db, announce, now }: Outside) {
  const verify = firebaseVerifier(tokens, now);

  const signInFirebase = createAuthEndpoint(
    "/sign-in/firebase",
    { method: "POST", body: IdTokenInput },
    async (ctx) => {
      const person = await verify(ctx.body.idToken);
      const member = person && (await memberOf({ db, announce }, person, now()));
      const user = member && (await ctx.context.internalAdapter.findUserById(member.id));
      if (!person || !user) throw new Failure("id_token_invalid");
      const session = await ctx.context.internalAdapter.createSession(user.id);
      // Its person may have a session of Firebase's for months, by which the browser begins one of ours.
      await noteProof(db, session.id, person.signedInAt);
      await setSessionCookie(ctx, { session, user });
      return ctx.json({ user, token: session.token });
    },
  );
  const plugin = { id: "firebase", endpoints: { signInFirebase } } satisfies BetterAuthPlugin;

  async function identify(token: string): Promise<Member | null> {
    const person = await verify(token);
    try {
      return person && (await memberOf({ db, announce }, person, now()));
    } catch (error) {
      if (error instanceof Failure) return null;
      throw error;
    }
  }

  return {
    plugin,
    identify,
    isIdToken: (token: string) => claimsProject(token, tokens),
    /** Who signs out takes the ID tokens from before along. */
    endTokens: (memberId: string) => refuseEarlierTokens(db, memberId, now()),
  };
}
