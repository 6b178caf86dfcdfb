/** The result of checking a credential's file. `number` is the credential's number on our site. */
export type Checked =
  | { result: "signed"; number: string; name: string; hours: number; events: number }
  | { result: "altered" | "foreign" | "unreadable" | "failed" };

type Jwk = JsonWebKey & { kid: string };

/** The longest file that is read, in bytes: a credential of a hundred events has less than half of it. */
export const fileMax = 256 * 1024;

/**
 * Checks a credential's file without revealing it: it fetches only our public keys, which are the same for every file.
 * @param site our address
 */
export async function checkFile(text: string, site: string, fetchKeys: () => Promise<Jwk[]>): Promise<Checked> {
  const token = read(text.trim());
  if (!token) return { result: "unreadable" };
  if (!token.keyAddress.startsWith(`${site}/.well-known/keys/`)) return { result: "foreign" };
  try {
    const key = (await fetchKeys()).find(({ kid }) => kid === token.keyAddress);
    const holds = key !== undefined && (await isSigned(token, key));
    return holds ? { result: "signed", ...saidIn(token.payload) } : { result: "altered" };
  } catch {
    return { result: "failed" };
  }
}

type Token = { keyAddress: string; payload: Payload; signed: string; signature: Uint8Array<ArrayBuffer> };
type Payload = {
  id?: string;
  credentialSubject?: { identifier?: { identityHash?: string }[] };
  evidence?: { hours?: number }[];
};

/** The parts of a JWT that names its signing key; null for anything else. */
function read(text: string): Token | null {
  const [, head = "", body = "", signature = ""] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(text) ?? [];
  try {
    const { alg, kid } = JSON.parse(new TextDecoder().decode(bytesOf(head))) as { alg?: string; kid?: string };
    const payload = JSON.parse(new TextDecoder().decode(bytesOf(body))) as Payload;
    const isOurs = alg === "RS256" && typeof kid === "string" && typeof payload === "object";
    return isOurs ? { keyAddress: kid, payload, signed: `${head}.${body}`, signature: bytesOf(signature) } : null;
  } catch {
    return null;
  }
}

const bytesOf = (part: string) =>
  Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

async function isSigned({ signed, signature }: Token, { kty, n, e }: Jwk): Promise<boolean> {
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const jwk = { kty, n, e } as JsonWebKey;
  const key = await crypto.subtle.importKey("jwk", jwk, algorithm, false, ["verify"]);
  return crypto.subtle.verify(algorithm, key, signature, new TextEncoder().encode(signed));
}

function saidIn({ id = "", credentialSubject, evidence = [] }: Payload) {
  return {
    number: /[0-9a-f]{32}$/.exec(id)?.[0] ?? "",
    name: credentialSubject?.identifier?.[0]?.identityHash ?? "",
    hours: evidence.reduce((sum, { hours = 0 }) => sum + hours, 0),
    events: evidence.length,
  };
}
