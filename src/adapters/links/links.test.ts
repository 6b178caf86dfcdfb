import { describe, expect, it } from "vitest";
import { createLinkSigner } from "./links.ts";

const signer = createLinkSigner("a secret that only tests know, 0123456789");
const id = "0195c0de-0000-7000-8000-00000000000a";

describe("createLinkSigner", () => {
  it("reads links that it has signed, also in another process, for any id", () => {
    for (const each of [id, `${id}:reminders`, "zoë@example.org"]) {
      const token = signer.sign("registration", each);
      expect(token).toMatch(/^[\w-]+\.[\w-]{22}$/);
      expect(createLinkSigner("a secret that only tests know, 0123456789").read("registration", token)).toBe(each);
    }
  });

  it("rejects a link with another purpose, secret or id", () => {
    const token = signer.sign("registration", id);
    const [idPart = "", signature = ""] = token.split(".");
    expect(signer.read("notifications", token)).toBeNull();
    expect(createLinkSigner("another secret that only tests know, 01234").read("registration", token)).toBeNull();
    const other = Buffer.from(id.replace("a", "b")).toString("base64url");
    for (const forged of [`${other}.${signature}`, `${idPart}.`, idPart, "", ".", `${token}x`, `x${token}`, "💥"]) {
      expect(signer.read("registration", forged), forged).toBeNull();
    }
  });

  it("rejects a link in which one letter was changed", () => {
    const token = signer.sign("registration", id);
    // The last letter of a signature has unused bits.
    for (let at = 0; at < token.length - 1; at++) {
      const forged = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
      expect(signer.read("registration", forged), `at ${at}`).toBeNull();
    }
  });
});
