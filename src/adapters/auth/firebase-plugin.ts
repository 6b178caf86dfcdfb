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
 * Firebase Authentication as another way to log in: it identifies the person, while the member and the session are
 * ours. `plugin` adds the exchange of an ID token for a session to Better Auth. `identify` accepts an ID token itself
 * as bearer token; null if it is invalid or its person can have no account here.
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
      // The browser may have a Firebase session for months, and use it to begin one of ours.
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
    /** Invalidates earlier ID tokens when a member logs out. */
    endTokens: (memberId: string) => refuseEarlierTokens(db, memberId, now()),
  };
}
