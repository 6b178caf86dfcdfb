import { beforeAll, describe, expect, it } from "vitest";
import { keyAddress, payloadOf } from "#domain/records/proving.ts";
import type { PublicKey } from "#domain/ports.ts";
import { testSigner } from "#test/credential-signer.ts";
import { checkFile } from "./check-file.ts";

const address = "https://goodturn.example";
const id = "5f0c9a7e4b1d4f62a83e7c1d90b6e2f4";
const entry = { eventDate: "2026-11-21T09:30:00.000Z", timeZone: "Europe/Lisbon", saidBy: "Porto Coast Friends" };
const entries = [2, 1.25].map((hours) => {
  return {
    ...entry,
    title: "Beach Cleanup",
    hours,
    isProven: true,
    isSecond: false,
    unit: "bags" as const,
    amount: 38,
    kilograms: null,
  };
});

let token: string;
let keys: PublicKey[];
beforeAll(async () => {
  const [key] = await testSigner.keys();
  const shown = { name: "Ana Almeida", hours: 3.25, entries };
  const payload = payloadOf({ id, subjectId: id, at: new Date(0), shown, address });
  token = await testSigner.sign(payload, keyAddress(address, key.id));
  keys = [{ ...key.publicKey, kid: keyAddress(address, key.id) }];
});

const check = (text: string, site = address) => checkFile(text, site, async () => keys);

describe("checkFile", () => {
  it("recognizes a file that we have signed, and reads it", async () => {
    const said = { result: "signed", number: id, name: "Ana Almeida", hours: 3.25, events: 2 };
    expect(await check(token)).toEqual(said);
    expect(await check(`\n${token}\r\n`)).toEqual(said);
  });

  it("notices a single changed letter", async () => {
    for (const at of [token.indexOf(".") + 40, token.lastIndexOf(".") - 9, token.length - 9]) {
      const other = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
      expect(["altered", "unreadable"], String(at)).toContain((await check(other)).result);
    }
    const [head = "", body = "", signature = ""] = token.split(".");
    const longer = Buffer.from(Buffer.from(body, "base64url").toString().replace("1.25", "9.25")).toString("base64url");
    expect(await check([head, longer, signature].join("."))).toEqual({ result: "altered" });
  });

  it("accepts only our own keys, under our own address", async () => {
    expect(await checkFile(token, address, async () => [])).toEqual({ result: "altered" });
    expect(await check(token, "https://other.example")).toEqual({ result: "foreign" });
    // This address is the beginning of ours.
    expect(await check(token, "https://goodturn.exam")).toEqual({ result: "foreign" });
    const named = keys.map((key) => ({ ...key, kid: keyAddress(address, "another") }));
    expect(await checkFile(token, address, async () => named)).toEqual({ result: "altered" });
  });

  it("reports a file of another kind, and a file that could not be checked", async () => {
    for (const text of ["", "a picture", "a.b.c", "eyJhbGciOiJub25lIn0.e30.AA", token.replace(/\.[^.]*$/, ".")])
      expect(await check(text), text).toEqual({ result: "unreadable" });
    expect(await checkFile(token, address, () => Promise.reject(new Error("offline")))).toEqual({ result: "failed" });
  });
});
