import { type Context, requireMember } from "../context.ts";
import { Failure } from "../failure.ts";
import type { CredentialSigner, PublicKey } from "../ports.ts";
import { shape } from "../shapes.ts";
import { issuerAddress, keyAddress, shownIn, statusAddress, verifyAddress } from "./proving.ts";
import { isNumber } from "./rules.ts";
import { RevocationList, Verification } from "./shapes.ts";

type Checking = Context & { signer: CredentialSigner };

/**
 * Returns the content of a credential to anyone who has its number, if its signature is valid and it is not revoked.
 * @throws Failure not_found
 */
export async function verifyCredential(ctx: Checking, id: string): Promise<Verification> {
  if (!isNumber(id)) throw new Failure("not_found");
  const row = await ctx.db
    .selectFrom("credentials")
    .innerJoin("credential_keys", "credential_keys.id", "key_id")
    .where("credentials.id", "=", id)
    .select(["token", "made_at", "revoked_at", "key_id", "public_key"])
    .executeTakeFirst();
  if (!row) throw new Failure("not_found");
  const payload = row.token === null ? null : await ctx.signer.read(row.token, JSON.parse(row.public_key) as PublicKey);
  return shape(Verification, {
    _id: id,
    status: row.revoked_at ? "revoked" : payload ? "valid" : "broken",
    madeAt: row.made_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    keyId: row.key_id,
    shown: payload ? shownIn(payload) : null,
  });
}

/**
 * Returns whether a credential is revoked, as a list of one, so that a validator learns nothing about other
 * credentials.
 * @throws Failure not_found
 */
export async function getRevocations(ctx: Context, id: string): Promise<RevocationList> {
  if (!isNumber(id)) throw new Failure("not_found");
  const row = await ctx.db.selectFrom("credentials").where("id", "=", id).select("revoked_at").executeTakeFirst();
  if (!row) throw new Failure("not_found");
  const one = { id: verifyAddress(ctx.address, id), revoked: true as const, revocationReason: "" };
  const revoked = row.revoked_at ? [one] : [];
  return shape(RevocationList, {
    id: statusAddress(ctx.address, id),
    issuer: issuerAddress(ctx.address),
    revokedCredential: revoked,
    revokedCredentials: revoked,
  });
}

/**
 * Returns a credential of the calling member, as the file that others verify.
 * @throws Failure sign_in_required, not_found (also once revoked)
 */
export async function getCredentialFile(ctx: Context, id: string): Promise<string> {
  const { id: memberId } = requireMember(ctx);
  if (!isNumber(id)) throw new Failure("not_found");
  const row = await ctx.db
    .selectFrom("credentials")
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .select("token")
    .executeTakeFirst();
  if (!row?.token) throw new Failure("not_found");
  return row.token;
}

/**
 * Lists our public keys, current ones first: every credential ever signed can be verified. Each `kid` is the address by
 * which credentials name the key, because programs look for that address in the set.
 */
export async function listKeys({
  db,
  signer,
  address,
}: Pick<Checking, "db" | "signer" | "address">): Promise<PublicKey[]> {
  const own = (await signer.keys()).map(({ publicKey }) => publicKey);
  const rows = await db.selectFrom("credential_keys").select("public_key").orderBy("used_since", "desc").execute();
  const used = rows.map(({ public_key }) => JSON.parse(public_key) as PublicKey);
  const keys = new Map([...own, ...used].map((key) => [key.kid, key]));
  return [...keys.values()].map((key) => ({ ...key, kid: keyAddress(address, key.kid) }));
}

/** Returns one of our public keys by its id. @throws Failure not_found */
export async function getKey(ctx: Pick<Checking, "db" | "signer" | "address">, id: string): Promise<PublicKey> {
  const found = (await listKeys(ctx)).find(({ kid }) => kid === keyAddress(ctx.address, id));
  if (!found) throw new Failure("not_found");
  return found;
}
