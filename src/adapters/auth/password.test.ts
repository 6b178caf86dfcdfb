import { describe, expect, it, vi } from "vitest";

// Loads the module without the lower hash cost that tests set.
vi.resetModules();
const { hashPassword, verifyPassword } = await import("./password.ts");

describe("verifyPassword", () => {
  it("accepts a password for its own hash only", async () => {
    const hash = await hashPassword("Sécret 🌳");
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await verifyPassword({ hash, password: "Sécret 🌳" })).toBe(true);
    expect(await verifyPassword({ hash, password: "Se\u0301cret 🌳" })).toBe(true);
    expect(await verifyPassword({ hash, password: "sécret 🌳" })).toBe(false);
    expect(await verifyPassword({ hash, password: "" })).toBe(false);
  });

  it("creates a different hash for the same password each time", async () => {
    const [one, two] = await Promise.all([hashPassword("Secret"), hashPassword("Secret")]);
    expect(one).not.toBe(two);
  });

  it("verifies hashes with other settings", async () => {
    // From the reference implementation: echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1
    const hash = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
    expect(await verifyPassword({ hash, password: "password" })).toBe(true);
    expect(await verifyPassword({ hash, password: "Password" })).toBe(false);
  });

  it.each(["", "Secret", "$argon2id$v=19$m=19456,t=2,p=1$", "$2b$10$abcdefghijklmnopqrstuv", "scrypt:aa:bb"])(
    "rejects %o as hash",
    async (hash) => {
      expect(await verifyPassword({ hash, password: "Secret" })).toBe(false);
    },
  );

  it("makes many hashes, a few at a time, and finishes all of them", { timeout: 20_000 }, async () => {
    const hashes = await Promise.all(Array.from({ length: 6 }, (_, number) => hashPassword(`Secret${number}`)));
    const right = await Promise.all(
      hashes.map((hash, number) => verifyPassword({ hash, password: `Secret${number}` })),
    );
    expect(right).toEqual(Array(6).fill(true));
  });
});
