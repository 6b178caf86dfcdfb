import { createRemoteJWKSet, decodeJwt, errors, type JWTVerifyGetKey, jwtVerify, UnsecuredJWT } from "jose";
import { z } from "zod";
import { Failure } from "#domain/failure.ts";
import { ProviderPhoto, RegisterInput } from "#domain/members/shapes.ts";
import { EmailAddress } from "#domain/values/shapes.ts";
import { oneLine } from "#domain/rules.ts";

/**
 * The accepted ID tokens: those of one project at Firebase Authentication. With `emulator` (host:port) they come from
 * the official emulator, which does not sign, and signed ones are rejected. `keysAt` is the address of the public keys,
 * Google's by default.
 */
export type FirebaseTokens = { projectId: string; emulator: string | null; keysAt?: string };

/**
 * The person of a verified ID token. `signedInAt` is the time of the last actual sign-in, regardless of renewed tokens.
 */
export type FirebaseUser = z.infer<typeof Claims>;

const googleKeys = "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";

/** The seconds by which Google's clock may be ahead of ours. */
const clocksDiffer = 30;

/** The issuer in a project's ID tokens. */
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

/** True for a token that claims to be of this project; only the verifier can confirm it. */
export function claimsProject(token: string, { projectId }: FirebaseTokens): boolean {
  try {
    return decodeJwt(token).iss === issuerOf(projectId);
  } catch {
    return false;
  }
}

/** Returns when the person of a verified ID token signed in. */
export const signedInAt = (token: string): Date => Claims.parse(decodeJwt(token)).signedInAt;

/**
 * Verifies ID tokens of Firebase Authentication as Google requires: RS256 with a key that Google publishes, our project
 * as issuer and audience, not expired, a subject, and a sign-in in the past. Google's keys are cached for ten minutes,
 * so that old ones disappear. An unknown key is fetched at once, but at most every 30 seconds.
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

  /** Returns the person of an ID token, or null if it is invalid. @throws Failure sign_in_unreachable */
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

/** Returns the key that a token names. A failure to reach Google must not reject the token. */
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
