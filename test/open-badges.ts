import { z } from "zod";

// The requirements of Open Badges 3.0 for an `AchievementCredential` and the parts we use. They come from the tables of
// its data model (1EdTech, version 3.0, 'common_credentials.lines') and its section 'JSON Web Token Proof Format'. The
// license of its JSON Schema is not compatible with ours. As there, other properties are allowed, and an array may be a
// single value where the model says so.

const uri = z.string().regex(/^[a-z][a-z0-9+.-]*:\S+$/);
const typed = (...names: string[]) =>
  z.array(z.string()).refine((types) => names.every((name) => types.includes(name)), names.join());
const some = <Shape extends z.ZodType>(shape: Shape) => z.union([shape, z.array(shape)]);
const dateTimeZ = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

const Profile = z.looseObject({
  id: uri,
  type: typed("Profile"),
  name: z.string().optional(),
  url: uri.optional(),
  email: z.never().optional(),
});

const Achievement = z.looseObject({
  id: uri,
  type: typed("Achievement"),
  name: z.string(),
  description: z.string(),
  criteria: z.looseObject({ id: uri.optional(), narrative: z.string().optional() }),
  achievementType: z.enum(["CommunityService"]).optional(),
});

const IdentityObject = z.looseObject({
  type: z.literal("IdentityObject"),
  hashed: z.boolean(),
  identityHash: z.string(),
  identityType: z.enum(["name"]),
});

const Evidence = z.looseObject({
  id: uri.optional(),
  type: typed("Evidence"),
  name: z.string().optional(),
  description: z.string().optional(),
  genre: z.string().optional(),
  narrative: z.string().optional(),
});

/** A credential as the payload of a JWT, whose claims must repeat its fields. */
export const OpenBadgeCredential = z
  .looseObject({
    "@context": z.tuple(
      [
        z.literal("https://www.w3.org/ns/credentials/v2"),
        z.string().regex(/^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/context(-3\.\d\.\d)*\.json$/),
        // Only this context defines the types of status and schema; JSON-LD processors refuse undefined terms.
        z.literal("https://purl.imsglobal.org/spec/ob/v3p0/extensions.json"),
      ],
      z.union([uri, z.record(z.string(), uri)]),
    ),
    id: uri,
    type: typed("VerifiableCredential", "OpenBadgeCredential"),
    issuer: Profile,
    validFrom: dateTimeZ,
    name: z.string().optional(),
    credentialSubject: z.looseObject({
      id: uri,
      type: typed("AchievementSubject"),
      identifier: some(IdentityObject).optional(),
      achievement: Achievement,
    }),
    evidence: some(Evidence).optional(),
    credentialStatus: z.looseObject({ id: uri, type: z.literal("1EdTechRevocationList") }),
    credentialSchema: some(z.looseObject({ id: uri, type: z.literal("1EdTechJsonSchemaValidator2019") })),
    iss: uri,
    sub: uri,
    jti: uri,
    nbf: z.int(),
  })
  .refine(
    ({ iss, sub, jti, nbf, issuer, credentialSubject, id, validFrom }) =>
      iss === issuer.id && sub === credentialSubject.id && jti === id && nbf * 1000 === Date.parse(validFrom),
    "the claims say otherwise",
  );

const revoked = z.array(z.strictObject({ id: uri, revoked: z.literal(true), revocationReason: z.string() }));

/**
 * The answer of a `1EdTechRevocationList`. 1EdTech's own validator reads `revokedCredential` (since May 2023); its
 * comments, and the validators of others, say `revokedCredentials`.
 */
export const RevocationList = z
  .strictObject({ id: uri, issuer: uri, revokedCredential: revoked, revokedCredentials: revoked })
  .refine(
    ({ revokedCredential: one, revokedCredentials: other }) => JSON.stringify(one) === JSON.stringify(other),
    "the two lists differ",
  );
