import { createPublicKey, type JsonWebKey, verify } from "node:crypto";
import { createLocalJWKSet, jwtVerify } from "jose";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { createCredentialSigner } from "#adapters/credentials/signer.ts";
import { newKey } from "#test/credential-signer.ts";
import { postgresOfTests, testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { OpenBadgeCredential, RevocationList } from "#test/open-badges.ts";
import { newOutcome, overEvent } from "#test/outcomes.ts";
import { helpedAt, provenFor } from "#test/records.ts";
import { deleteAccount, planDeletion } from "../accounts/commands.ts";
import type { Member } from "../members/shapes.ts";
import { sayOutcome } from "../outcomes/commands.ts";
import { makeCredential, previewCredential, revokeCredential } from "./commands.ts";
import { takeFromRecords } from "./keeping.ts";
import { getRecord } from "./queries.ts";
import { credentialsMax } from "./rules.ts";
import { getCredentialFile, getKey, getRevocations, listKeys, verifyCredential } from "./verifying.ts";

const day = 86_400_000;

let make: Make;
let organizer: Member;
let ana: Member;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  organizer = await make.member({ displayName: "Porto Coast Friends" });
  ana = await make.member({ displayName: "Ana", email: "ana.almeida@example.org" });
  await make.proven(organizer, ana);
});

const ctx = (member?: Member, now = new Date()) => ({ ...make.context(member, now), signer: make.signer });
const prove = async (events: string[], label = "For my school", signer = make.signer) =>
  (await makeCredential({ ...ctx(ana), signer }, { name: "Ana A.", label, events }))._id;
const check = (id: string) => verifyCredential(ctx(), id);
const fileOf = (id: string, member = ana) => getCredentialFile(ctx(member), id);

const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Splits a JWT into its parts, without the library that made it. */
function partsOf(token: string) {
  const [head = "", body = "", signature = ""] = token.split(".");
  return { header: read(head), payload: read(body), signed: `${head}.${body}`, signature };
}

/** True if Node's own cryptography verifies the signature with a key. */
const holds = (token: string, key: object) => {
  const { signed, signature } = partsOf(token);
  const publicKey = createPublicKey({ key: key as JsonWebKey, format: "jwk" });
  return verify("RSA-SHA256", Buffer.from(signed), publicKey, Buffer.from(signature, "base64url"));
};

describe("makeCredential", () => {
  it("makes a credential that conforms to Open Badges 3.0, for the chosen events only", async () => {
    const chosen = await helpedAt(make, organizer, [ana], 2.5);
    await helpedAt(make, await make.member({ displayName: "Another organizer" }), [ana], 7.25);
    const id = await prove([chosen]);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    const token = await fileOf(id);
    const { header, payload } = partsOf(token);
    expect(OpenBadgeCredential.parse(payload)).toMatchObject({ id: `https://goodturn.example/verify/${id}` });
    expect(payload).toMatchObject({
      validFrom: new Date((payload["nbf"] as number) * 1000).toISOString().replace(".000", ""),
      credentialSubject: { identifier: [{ identityHash: "Ana A.", identityType: "name", hashed: false }] },
      evidence: [{ name: "Beach Cleanup", hours: 2.5, assertedBy: "Porto Coast Friends", isAddressConfirmed: true }],
    });
    const text = JSON.stringify(payload);
    for (const secret of ["ana.almeida", "Another organizer", ana.id, organizer.id, chosen, "For my school", "7.25"])
      expect(text.replaceAll(/"(?:sub|id|jti|nbf|validFrom|startDate)":"?[^",]*/g, ""), secret).not.toContain(secret);

    expect(new Date((await check(id)).madeAt)).toEqual(new Date(String(payload["validFrom"])));
    expect(header).toEqual({
      alg: "RS256",
      typ: "JWT",
      kid: expect.stringMatching(/^https:\/\/goodturn\.example\/\.well-known\/keys\/[\w-]{43}$/),
    });
    const key = await getKey(ctx(), String(header["kid"]).split("/").at(-1) ?? "");
    expect(holds(token, key)).toBe(true);
    expect(await listKeys(ctx())).toEqual([key]);
    // Finds the key by the header's `kid`, like programs that have only the set of keys.
    const byHeader = createLocalJWKSet({ keys: await listKeys(ctx()) });
    expect((await jwtVerify(token, byHeader)).payload).toEqual(payload);
    expect(Object.keys(key).toSorted()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
  });

  it("is signed, so that one changed byte is noticed", async () => {
    const token = await fileOf(await prove([await helpedAt(make, organizer, [ana])]));
    const { header, payload } = partsOf(token);
    const [key] = await listKeys(ctx());
    expect(await make.signer.read(token, key!)).toEqual(payload);
    const [head, , signature] = token.split(".");
    const other = [head, part({ ...payload, name: "Volunteer record: 3 hours" }), signature].join(".");
    expect(holds(other, key!)).toBe(false);
    expect(await make.signer.read(other, key!)).toBe(null);
    const unsigned = `${part({ ...header, alg: "none" })}.${token.split(".")[1]}.`;
    expect(await make.signer.read(unsigned, key!)).toBe(null);
  });

  it("refuses hours that no organizer asserts, other members' hours, and an empty choice", async () => {
    const own = await helpedAt(make, ana, [ana]);
    const others = await helpedAt(make, organizer, [await make.member()]);
    const mine = await helpedAt(make, organizer, [ana]);
    for (const events of [[own], [mine, own], [others]]) {
      await expect(prove(events)).rejects.toMatchObject({ fields: [{ rule: "rule.chosen.asserted" }] });
      await expect(previewCredential(ctx(ana), { name: "Ana A.", label: "", events })).rejects.toThrow("invalid");
    }
  });

  it("is preceded by a preview of exactly what it shows", async () => {
    const events = [await helpedAt(make, organizer, [ana], 2), await helpedAt(make, organizer, [ana], 1.25)];
    const shown = await previewCredential(ctx(ana), { name: "Ana A.", label: "", events });
    expect(shown).toMatchObject({ name: "Ana A.", hours: 3.25, entries: [{ saidBy: "Porto Coast Friends" }, {}] });
    expect((await check(await prove(events))).shown).toEqual(shown);
    expect((await check(await prove([...events, ...events]))).shown).toEqual(shown);
  });

  it.runIf(postgresOfTests())("waits for a concurrent correction, and contains the corrected hours", async () => {
    const event = await helpedAt(make, organizer, [ana], 2);
    const proving = await make.db.transaction().execute(async (tx) => {
      await tx.updateTable("record_events").set({ said_at: new Date() }).where("event_id", "=", event).execute();
      let isMade = false;
      const made = prove([event]).finally(() => (isMade = true));
      const waiting = sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      const waits = async () => isMade || (await waiting.execute(make.db)).rows.length > 0;
      await expect.poll(waits, { timeout: 60_000 }).toBe(true);
      await tx
        .updateTable("asserted_hours")
        .set({ hours: 3 })
        .where("event_id", "=", event)
        .where("member_id", "=", ana.id)
        .execute();
      return { made };
    });
    expect((await check(await proving.made)).shown?.hours).toBe(3);
  });

  it(`allows ${credentialsMax} valid credentials at a time`, async () => {
    const event = await helpedAt(make, organizer, [ana]);
    const first = await prove([event]);
    const rows = Array.from({ length: credentialsMax - 1 }, (_, at) => ({
      id: String(at).padStart(32, "0"),
      member_id: ana.id,
      key_id: "",
      token: "",
      made_at: new Date(),
    }));
    const { key_id } = await make.db.selectFrom("credentials").select("key_id").executeTakeFirstOrThrow();
    await make.db
      .insertInto("credentials")
      .values(rows.map((row) => ({ ...row, key_id })))
      .execute();
    await expect(prove([event])).rejects.toThrow("credentials_full");
    await revokeCredential(ctx(ana), first);
    await prove([event]);
  });
});

describe("verifyCredential", () => {
  it("verifies a credential signed with a retired key", async () => {
    const event = await helpedAt(make, organizer, [ana]);
    const before = await prove([event]);
    const other = createCredentialSigner(() => [newKey()]);
    const idsOf = async () => (await listKeys({ ...ctx(), signer: other })).map(({ kid }) => kid.split("/").at(-1));
    expect(await idsOf()).toHaveLength(2);
    const after = await prove([event], "", other);
    expect(await check(before)).toMatchObject({ status: "valid", shown: { name: "Ana A.", hours: 2 } });
    const [one, two] = [await check(before), await verifyCredential({ ...ctx(), signer: other }, after)];
    expect(one.keyId).not.toBe(two.keyId);
    expect(await idsOf()).toEqual([two.keyId, one.keyId]);
  });

  it("does not show a credential that was altered in our own database", async () => {
    const id = await prove([await helpedAt(make, organizer, [ana])]);
    const token = (await fileOf(id)).replace(/.(?=[^.]{20}$)/, (letter) => (letter === "A" ? "B" : "A"));
    await make.db.updateTable("credentials").set({ token }).where("id", "=", id).execute();
    expect(await check(id)).toMatchObject({ status: "broken", shown: null });
  });

  it("rejects an unknown number", async () => {
    const asked = [
      check,
      (id: string) => getRevocations(ctx(), id),
      fileOf,
      (id: string) => revokeCredential(ctx(ana), id),
    ];
    for (const ask of asked)
      for (const id of ["0".repeat(32), "x", "", "\0"]) await expect(ask(id), id).rejects.toThrow("not_found");
  });
});

/** Returns what is left of a credential, regardless of who made it. */
async function remains(id: string) {
  const {
    made_at: _made,
    revoked_at: _revoked,
    ...rest
  } = await make.db.selectFrom("credentials").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const hours = await make.db.selectFrom("credential_hours").selectAll().where("credential_id", "=", id).execute();
  return { ...rest, hours };
}

describe("a credential", () => {
  it("is revoked for good by its maker only, and its contents are deleted", async () => {
    const id = await prove([await helpedAt(make, organizer, [ana])]);
    const revocations = async () => RevocationList.parse(await getRevocations(ctx(), id));
    expect((await revocations()).revokedCredential).toEqual([]);
    await expect(revokeCredential(ctx(organizer), id)).rejects.toThrow("not_found");
    await expect(fileOf(id, organizer)).rejects.toThrow("not_found");
    await revokeCredential(ctx(ana), id);
    expect(await check(id)).toMatchObject({ status: "revoked", shown: null, revokedAt: expect.any(String) });
    expect((await revocations()).revokedCredential).toMatchObject([
      { id: `https://goodturn.example/verify/${id}`, revoked: true },
    ]);
    expect(await remains(id)).toMatchObject({ token: null, revoked_by: "member", hours: [] });
    await expect(fileOf(id)).rejects.toThrow("not_found");
    await expect(revokeCredential(ctx(ana), id)).rejects.toThrow("not_found");
  });

  it("is revoked when its maker's account is deleted", async () => {
    const event = await helpedAt(make, organizer, [ana]);
    const [before, id] = [await prove([event]), await prove([event])];
    const others = await provenFor(make, organizer, await make.member());
    await revokeCredential(ctx(ana), before);
    await planDeletion(make.context(ana));
    await deleteAccount(make.context(undefined, new Date(Date.now() + 8 * day)), ana.id);
    expect(await check(id)).toMatchObject({ status: "revoked", shown: null });
    expect(await remains(id)).toMatchObject({
      member_id: null,
      token: null,
      label: "",
      revoked_by: "account",
      hours: [],
    });
    expect(await remains(before)).toMatchObject({ member_id: null, label: "", revoked_by: "member" });
    expect(await remains(others.id)).toMatchObject({ label: "For my school", revoked_by: null, hours: [{ hours: 2 }] });
  });

  it("is revoked when its hours are corrected, and its maker is told; others stay valid", async () => {
    const { eventId, ids } = await overEvent(make, organizer, [ana, await make.member()]);
    const hoursOf = [{ _id: ids[1]!, hours: 5 }];
    const say = (hours: number, came = ids) =>
      sayOutcome(
        make.context(organizer),
        eventId,
        newOutcome({ came, hours, hoursOf: came.length > 0 ? hoursOf : [] }),
      );
    await say(2);
    const other = await helpedAt(make, organizer, [ana]);
    const [one, two] = [await prove([eventId, other]), await prove([other])];
    await say(2);
    expect((await check(one)).status).toBe("valid");
    await make.mails();
    await say(3);
    expect([(await check(one)).status, (await check(two)).status]).toEqual(["revoked", "valid"]);
    const [mail, ...rest] = await make.mails();
    expect(rest).toEqual([]);
    expect(mail).toMatchObject({ to: ana.email, subject: "A proof of your hours no longer counts" });
    expect(mail?.text).toContain(
      "Your hours at “Beach Cleanup” were corrected. Your proof “For my school” still had the old ones, so it no longer counts.",
    );
    // A new credential has the corrected hours, and is revoked when these are withdrawn.
    const again = await prove([eventId]);
    expect((await check(again)).shown?.hours).toBe(3);
    await say(3, []);
    expect((await check(again)).status).toBe("revoked");
    const { credentials } = await getRecord(make.context(ana));
    expect(credentials.map(({ _id, events, revokedBy }) => ({ _id, events, revokedBy }))).toEqual([
      { _id: two, events: 1, revokedBy: null },
      { _id: again, events: 0, revokedBy: "organizer" },
      { _id: one, events: 0, revokedBy: "organizer" },
    ]);
  });

  it("is revoked when a host deletes one of its events", async () => {
    const [event, other] = [await helpedAt(make, organizer, [ana]), await helpedAt(make, organizer, [ana])];
    const [id, kept] = [await prove([event], ""), await prove([other])];
    await make.mails();
    await make.db.transaction().execute((tx) => takeFromRecords(tx, event, new Date()));
    expect([(await check(id)).status, (await check(kept)).status]).toEqual(["revoked", "valid"]);
    expect((await make.mails())[0]?.text).toContain("The people who run this site deleted “Beach Cleanup”");
  });
});
