import { expect, it } from "vitest";
import { newNonce } from "./new-nonce.ts";

it("is different each time, and has sixteen bytes", () => {
  const nonces = Array.from({ length: 1000 }, newNonce);
  expect(new Set(nonces).size).toBe(1000);
  expect(nonces.filter((nonce) => !/^[\w+/]{22}==$/.test(nonce))).toEqual([]);
});
