import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { LinkPurpose, LinkSigner } from "#domain/ports.ts";

/** The word of each purpose in its key. Links in old mails are signed with it, so it must never change. */
const words: Readonly<Record<LinkPurpose, string>> = {
  registration: "place",
  notifications: "mails",
  newsletter: "newsletter",
  contact: "contact address",
  community: "community address",
  gate: "gate key",
  gate_pass: "gate pass",
  told: "told of an event",
  added: "added to an event",
  regular: "comes every time",
  invitation: "invitation",
};

/** The length of a signature in bytes: 128 bits cannot be guessed, and fit on one line of a mail. */
const signatureLength = 16;

/**
 * Signs by HMAC-SHA-256, with a key per purpose derived from the secret (HKDF). A link of one purpose reveals nothing
 * about those of another, nor about the secret that also signs sessions. Changing the secret invalidates all earlier
 * links.
 */
export function createLinkSigner(secret: string): LinkSigner {
  const keys = new Map<LinkPurpose, Buffer>();
  const keyFor = (purpose: LinkPurpose) => {
    const key =
      keys.get(purpose) ?? Buffer.from(hkdfSync("sha256", secret, "", `goodturn link: ${words[purpose]}`, 32));
    keys.set(purpose, key);
    return key;
  };
  const signatureOf = (purpose: LinkPurpose, id: string) =>
    createHmac("sha256", keyFor(purpose)).update(id).digest().subarray(0, signatureLength);

  return {
    sign: (purpose, id) => `${Buffer.from(id).toString("base64url")}.${signatureOf(purpose, id).toString("base64url")}`,

    read(purpose, token) {
      const [, idPart = "", signaturePart = ""] = /^([\w-]+)\.([\w-]{22})$/.exec(token) ?? [];
      const id = Buffer.from(idPart, "base64url").toString();
      const signature = Buffer.from(signaturePart, "base64url");
      const right = signatureOf(purpose, id);
      return signature.length === right.length && timingSafeEqual(signature, right) ? id : null;
    },
  };
}
