import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { sql } from "kysely";
import { type Database, newId } from "#db/schema.server.ts";

type Options = { challenge: string; rp?: { id?: string }; rpId?: string };
/** The parts of a signature that a test makes wrong. */
type Wrong = { origin?: string; rpId?: string; challenge?: string; counter?: number; verified?: boolean };

const hash = (data: string | Buffer) => createHash("sha256").update(data).digest();

/** A passkey as an authenticator stores one: it is created for a site, and signs challenges. */
export function newPasskey(origin = "http://localhost") {
  const { publicKey: made, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = made.export({ format: "jwk" });
  const id = randomBytes(16);
  let counter = 0;

  const publicKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]),
  );

  const clientData = (type: string, { challenge }: Options, wrong: Wrong) =>
    Buffer.from(JSON.stringify({ type, challenge: wrong.challenge ?? challenge, origin: wrong.origin ?? origin }));
  /** User present and verified are bits 1 and 4; bit 64 says that the key follows. */
  const authenticatorData = (rpId: string, wrong: Wrong, key = Buffer.alloc(0)) => {
    const flags = 1 + (wrong.verified === false ? 0 : 4) + (key.length > 0 ? 64 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(wrong.counter ?? ++counter);
    return Buffer.concat([hash(wrong.rpId ?? rpId), Buffer.from([flags]), count, key]);
  };
  const told = (response: object) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key" as const,
    clientExtensionResults: {},
    response,
  });

  return {
    id: id.toString("base64url"),
    /** The key as an authenticator reports it (COSE). */
    publicKey,
    /** The authenticator's answer to the creation of the key. */
    make(options: Options, wrong: Wrong = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, publicKey]);
      const authData = authenticatorData(options.rp?.id ?? "", wrong, credential);
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ["fmt", "none"],
          ["attStmt", new Map<string, string>()],
          ["authData", new Uint8Array(authData)],
        ]),
      );
      return told({
        clientDataJSON: clientData("webauthn.create", options, wrong).toString("base64url"),
        attestationObject: Buffer.from(attestation).toString("base64url"),
      });
    },
    /** The authenticator's signature for logging in. */
    sign(options: Options, wrong: Wrong = {}) {
      const client = clientData("webauthn.get", options, wrong);
      const authData = authenticatorData(options.rpId ?? "", wrong);
      const signature = sign("sha256", Buffer.concat([authData, hash(client)]), privateKey);
      return told({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: signature.toString("base64url"),
      });
    },
  };
}
export type Passkey = ReturnType<typeof newPasskey>;

/** Makes a member's passkey; returns it with its id in our tables. */
export async function havePasskey(db: Database, memberId: string) {
  const key = newPasskey();
  const id = newId();
  await sql`insert into passkeys (id, member_id, credential_id, public_key, counter, name, created_at)
    values (${id}, ${memberId}, ${key.id}, ${Buffer.from(key.publicKey)}, 0, 'My phone', now())`.execute(db);
  return { key, id };
}

/** Makes a challenge: for a new passkey of this member, or if null for any passkey to log in. */
export async function haveChallenge(db: Database, memberId: string | null) {
  const challenge = randomBytes(32).toString("base64url");
  await sql`insert into passkey_challenges (challenge, member_id, expires_at)
    values (${challenge}, ${memberId}, now() + interval '5 minutes')`.execute(db);
  return { challenge, rp: { id: "localhost" }, rpId: "localhost" };
}
