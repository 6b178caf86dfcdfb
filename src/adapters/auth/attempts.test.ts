import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#db/schema.server.ts";
import type { Failure } from "#domain/failure.ts";
import { testDatabase } from "#test/database.ts";
import { attemptsFor } from "#test/make.ts";

let db: Database;
beforeEach(async () => {
  db = await testDatabase();
});

const home = "192.0.2.1";
/** Creates limits for logging in; the account's defaults to the address's. */
const limiter = (most: number, account: number | null = null, seconds = 60) => {
  const perAccount = account === null ? null : { most: account, seconds };
  return attemptsFor(db, { sign_in: { address: { most, seconds }, account: perAccount } });
};
const passes = (attempt: Promise<void>) =>
  attempt.then(
    () => true,
    (failure: Failure) => {
      expect(failure.code).toBe("too_many_attempts");
      return false;
    },
  );
/** Moves the windows of all counted attempts into the past. */
const wait = (seconds: number) =>
  sql`update attempts set ends_at = ends_at - ${seconds} * interval '1 second'`.execute(db);
const counted = async () =>
  (await sql<{ key: string; n: number }>`select key, n from attempts order by key`.execute(db)).rows;

describe("limitAttempts", () => {
  it("allows a number of attempts per window from one address, and counts other addresses and kinds separately", async () => {
    const { limitAttempts } = limiter(2);
    for (const allowed of [true, true, false, false]) {
      expect(await passes(limitAttempts("sign_in", { address: home }))).toBe(allowed);
    }
    expect(await passes(limitAttempts("sign_in", { address: "192.0.2.2" }))).toBe(true);
    expect(await passes(limitAttempts("sign_up", { address: home }))).toBe(true);
  });

  it("counts several attempts of an account, all or none, and says how many are left", async () => {
    const { limitAttempts, attemptsLeft } = limiter(9, 5);
    const several = (number: number) => passes(limitAttempts("sign_in", { account: "a" }, number));
    expect(await attemptsLeft("sign_in", "a")).toBe(5);
    expect([await several(6), await several(3), await several(3)]).toEqual([false, true, false]);
    expect([await attemptsLeft("sign_in", "a"), await attemptsLeft("sign_in", "b")]).toEqual([2, 5]);
    expect([await several(2), await several(1)]).toEqual([true, false]);
    expect([await attemptsLeft("sign_in", "a"), await attemptsLeft("sign_up", "a")]).toEqual([0, null]);
    await wait(60);
    expect(await attemptsLeft("sign_in", "a")).toBe(5);
  });

  it("counts the addresses of one IPv6 customer together", async () => {
    const { limitAttempts } = limiter(1);
    expect(await passes(limitAttempts("sign_in", { address: "2001:db8:1:2::1" }))).toBe(true);
    expect(await passes(limitAttempts("sign_in", { address: "2001:db8:1:2:ffff::9" }))).toBe(false);
    expect(await passes(limitAttempts("sign_in", { address: "2001:db8:1:3::1" }))).toBe(true);
  });

  it("also counts the subnets of one IPv6 site together, with ten times the limit", async () => {
    const { limitAttempts } = limiter(2);
    const from = (subnet: number) => passes(limitAttempts("sign_in", { address: `2001:db8:1:${subnet}::1` }));
    const allowed: boolean[] = [];
    for (let subnet = 1; subnet <= 21; subnet++) allowed.push(await from(subnet));
    expect(allowed).toEqual([...Array(20).fill(true), false]);
    expect(await passes(limitAttempts("sign_in", { address: "2001:db8:2:1::1" }))).toBe(true);
    expect(await passes(limitAttempts("sign_in", { address: home }))).toBe(true);
  });

  it("starts over when the window of the first attempt ends, regardless of refused ones since", async () => {
    const { limitAttempts } = limiter(1);
    expect(await passes(limitAttempts("sign_in", { address: home }))).toBe(true);
    await wait(55);
    expect(await passes(limitAttempts("sign_in", { address: home }))).toBe(false);
    await wait(5);
    expect(await passes(limitAttempts("sign_in", { address: home }))).toBe(true);
    expect(await passes(limitAttempts("sign_in", { address: home }))).toBe(false);
  });

  it("tells how many seconds to wait", async () => {
    const { limitAttempts } = limiter(1, null, 600);
    await limitAttempts("sign_in", { address: home });
    await wait(300);
    const failure = await limitAttempts("sign_in", { address: home }).then(
      () => null,
      (error: Failure) => error,
    );
    const retryAfter = failure?.retryAfter ?? 0;
    // However slow the machine is, a test takes less than four minutes.
    expect(retryAfter).toBeGreaterThan(60);
    expect(retryAfter).toBeLessThanOrEqual(300);
    expect(Number.isInteger(retryAfter)).toBe(true);
  });

  it("counts an account's attempts from all network addresses, except attempts refused by an address's own limit", async () => {
    const { limitAttempts } = limiter(2, 3);
    const attempt = (address: string) => passes(limitAttempts("sign_in", { address, account: "a@example.org" }));
    expect([await attempt("192.0.2.1"), await attempt("192.0.2.1"), await attempt("192.0.2.1")]).toEqual([
      true,
      true,
      false,
    ]);
    expect([await attempt("192.0.2.2"), await attempt("192.0.2.3")]).toEqual([true, false]);
    expect(await passes(limitAttempts("sign_in", { address: "192.0.2.3", account: "b@example.org" }))).toBe(true);
  });

  it("writes nothing without a limit", async () => {
    const { limitAttempts, forgiveAttempt } = attemptsFor(db);
    for (let attempt = 0; attempt < 5; attempt++) {
      await limitAttempts("mail", { address: home, account: "a@example.org" });
      await forgiveAttempt("mail", "a@example.org");
    }
    expect(await counted()).toEqual([]);
  });

  it("is exact: of 200 concurrent attempts over two instances, 50 pass", async () => {
    const instances = [limiter(50), limiter(50)];
    const attempts = Array.from({ length: 200 }, (_, number) =>
      passes(instances[number % 2]!.limitAttempts("sign_in", { address: home })),
    );
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(50);
    expect(await counted()).toEqual([{ key: `sign_in address ${home}`, n: 50 }]);
  });
});

describe("forgiveAttempt", () => {
  it("gives an attempt back, but never more than were counted", async () => {
    const { limitAttempts, forgiveAttempt } = limiter(100, 1);
    const account = "a@example.org";
    for (let time = 0; time < 5; time++) {
      await limitAttempts("sign_in", { account });
      expect(await passes(limitAttempts("sign_in", { account }))).toBe(false);
      await forgiveAttempt("sign_in", account);
      await forgiveAttempt("sign_in", account);
    }
    expect(await counted()).toEqual([{ key: `sign_in account ${account}`, n: 0 }]);
  });
});
