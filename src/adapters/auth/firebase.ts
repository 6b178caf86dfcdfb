import { createRemoteJWKSet, decodeJwt, errors, type JWTVerifyGetKey, jwtVerify, UnsecuredJWT } from "jose";
import { z } from "zod";
import { Failure } from "#domain/failure.ts";
import { ProviderPhoto, RegisterInput } from "#domain/members/shapes.ts";
import { EmailAddress } from "#domain/values/shapes.ts";
import { oneLine } from "#domain/rules.ts";

/**
 * Whose ID tokens are good: those of one project at Firebase Authentication. With `emulator` (host:port) they come from the
 * official emulator, which does not sign, and signed ones are not good. `keysAt` is where the public keys are, else Google.
 */
export type FirebaseTokens = { projectId: string; emulator: string | null; keysAt?: string };

/** Whom a verified ID token speaks for. `signedInAt` is when this person last proved it, however often the token was renewed. */
export type FirebaseUser = z.infer<typeof Claims>;

const googleKeys = "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";

/** How far, in seconds, Google's clock may be ahead of ours. */
const clocksDiffer = 30;

/** What a project's ID tokens name as their issuer. */
const issuerOf = (projectId: string) => `https://securetoken.google.com/${projectId}`;

const seconds = z.number().nonnegative();
const Claims = z
  .object({
    sub: z.string().min(1).max(128),
    iat: seconds,
    auth_time: seconds,
    email: EmailAddress.nullable().catch(null),
    email_verified: z.boolean().catch(false),
    name: z.string().transform(oneLine).pipe(RegisterInput.shape.name).catch(""),
    picture: ProviderPhoto,
  })
  .transform(({ sub, auth_time, email, email_verified, name, picture = null }) => ({
    id: sub,
    signedInAt: new Date(auth_time * 1000),
    email,
    emailVerified: email_verified,
    name,
    picture,
  }));

/** True for a token that says it is of this project; whether that is so, only the verifier tells. */
export function claimsProject(token: string, { projectId }: FirebaseTokens): boolean {
  try {
    return decodeJwt(token).iss === issuerOf(projectId);
  } catch {
    return false;
  }
}

/** When the person whose ID token it is signed in; the token is one that the verifier took. */
export const signedInAt = (token: string): Date => Claims.parse(decodeJwt(token)).signedInAt;

/**
 * Verifies ID tokens of Firebase Authentication as Google demands: RS256 with a key that Google publishes, our project as
 * issuer and audience, not expired, a subject, and a sign-in that has been. Google's keys are kept for ten minutes, so that
 * old ones go; an unknown one is asked for at once, but not more often than every 30 seconds.
 */
export function firebaseVerifier({ projectId, emulator, keysAt = googleKeys }: FirebaseTokens, now: () => Date) {
  const keyOf = reachable(createRemoteJWKSet(new URL(keysAt)));
  const claims = {
    issuer: issuerOf(projectId),
    audience: projectId,
    requiredClaims: ["sub", "iat", "exp", "auth_time"],
  };

  const payloadOf = async (token: string) =>
    emulator === null
      ? (await jwtVerify(token, keyOf, { ...claims, algorithms: ["RS256"], currentDate: now() })).payload
      : UnsecuredJWT.decode(token, { ...claims, currentDate: now() }).payload;

  /** Whom an ID token speaks for; null for what is no valid one. @throws Failure sign_in_unreachable */
  return async function verify(token: string): Promise<FirebaseUser | null> {
    try {
      const payload = await payloadOf(token);
      const latest = now().getTime() / 1000 + clocksDiffer;
      const { success, data } = Claims.safeParse(payload);
      return success && data.signedInAt.getTime() / 1000 <= latest && Number(payload.iat) <= latest ? data : null;
    } catch (error) {
      if (error instanceof Failure) throw error;
      return null;
    }
  };
}

/** The key that a token asks for. That Google cannot be reached is no fault of the token. */
const reachable =
  (keyOf: JWTVerifyGetKey): JWTVerifyGetKey =>
  async (header, token) => {
    try {
      return await keyOf(header, token);
    } catch (error) {
      const isOfToken = error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
      throw isOfToken ? error : new Failure("sign_in_unreachable");
    }
  };
