import { APIError } from "better-auth/api";
import { decodeJwt } from "jose";
import { firstCharacters, oneLine } from "#domain/rules.ts";
import { ProfileInput, ProviderPhoto } from "#domain/members/shapes.ts";
import { nameMax } from "#domain/values/rules.ts";
import { EmailAddress } from "#domain/values/shapes.ts";

/** The code with which a Google account is refused whose e-mail Google has not verified. */
export const unverified = "GOOGLE_EMAIL_UNVERIFIED";

/**
 * Who somebody is, by an ID token whose signature, issuer, audience, age and nonce were verified: as our rules have it, for
 * a name may be anything there. Without a usable e-mail that is null, without a token nobody.
 * @throws APIError `unverified` when Google does not say that the e-mail is theirs
 */
export function profileOf(idToken: string | undefined) {
  if (idToken === undefined) return null;
  const { sub = "", email, email_verified, name, picture } = decodeJwt(idToken);
  const address = EmailAddress.safeParse(email).data;
  if (address !== undefined && email_verified !== true) throw new APIError("FORBIDDEN", { code: unverified });
  return {
    id: sub,
    email: address ?? null,
    emailVerified: true,
    name: nameOf(name) ?? nameOf(address?.split("@")[0]) ?? "",
    image: ProviderPhoto.parse(picture),
  };
}

/** A claim as a name by our rules, cut to their length; undefined for what is none. */
function nameOf(claim: unknown): string | undefined {
  if (typeof claim !== "string") return undefined;
  return ProfileInput.shape.name.safeParse(firstCharacters(oneLine(claim), nameMax)).data;
}
