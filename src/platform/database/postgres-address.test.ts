import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { wholeAddress } from "./postgres-address.ts";

const around = { env: {}, nameOfProcess: () => "goodturn" };
const sock = "%2Fvar%2Frun%2Fpostgresql";

/** Returns pg's parsing of an address. */
const read = (connectionString: string) => {
  const { user, host, port, database, password } = new Client({ connectionString });
  return { user, host, port, database, password };
};

describe("wholeAddress", () => {
  it.each([
    // The documented form: no user, and the socket's folder in the query.
    ["postgres:///goodturn?host=/var/run/postgresql", `postgres://goodturn@${sock}/goodturn`],
    ["postgres://zoe@/goodturn?host=/var/run/postgresql", `postgres://zoe@${sock}/goodturn`],
    ["postgres://zoe:s%40cret@/goodturn?host=/tmp&port=5433", "postgres://zoe:s%40cret@%2Ftmp:5433/goodturn"],
    ["postgresql://zoe@%2Fvar%2Frun%2Fpostgresql/goodturn", `postgres://zoe@${sock}/goodturn`],
    ["postgres:///goodturn?host=/tmp&user=zoe&password=a+b", "postgres://zoe:a%2Bb@%2Ftmp/goodturn"],
    ["postgres://zoe@localhost:5432/goodturn?user=olga", "postgres://olga@localhost:5432/goodturn"],
    ["postgres://db.example/goodturn?sslmode=require", "postgres://goodturn@db.example/goodturn?sslmode=require"],
    ["postgres://zoe:p@w@db.example/goodturn", "postgres://zoe:p%40w@db.example/goodturn"],
    ["postgres://zoe:50%off@db.example/goodturn", null],
    ["postgres://zoe:secret@[::1]:5432/goodturn", "postgres://zoe:secret@[::1]:5432/goodturn"],
    ["postgres://", "postgres://goodturn@localhost"],
    ["postgres:///goodturn", "postgres://goodturn@localhost/goodturn"],
    ["postgres://zoe@:5433/goodturn", "postgres://zoe@localhost:5433/goodturn"],
    ["postgres://one,two/goodturn?host=%zz", null],
    ["mysql://zoe@localhost/goodturn", null],
    ["/var/run/postgresql goodturn", null],
  ])("reads %s as %s", (text, whole) => {
    expect(wholeAddress(text, around)).toBe(whole);
  });

  it("returns an address that pg reads the same, although it parses some originals differently", () => {
    const whole = wholeAddress("postgres://zoe:a%2Bb@/goodturn?host=/var/run/postgresql&port=5433", around) ?? "";
    const parts = { user: "zoe", host: "/var/run/postgresql", port: 5433, database: "goodturn", password: "a+b" };
    expect(read(whole)).toEqual(parts);
    const { user, host } = read(wholeAddress("postgres:///goodturn?host=/tmp", around) ?? "");
    expect({ user, host }).toEqual({ user: "goodturn", host: "/tmp" });
    expect(() => read("postgres://zoe@:5433/goodturn")).toThrow("Invalid URL");
  });

  it("prefers PGUSER to the process's user, works without either, and uses PGHOST if no host is named", () => {
    const text = "postgres:///goodturn?host=/tmp";
    expect(wholeAddress(text, { ...around, env: { PGUSER: "o'neill" } })).toBe("postgres://o'neill@%2Ftmp/goodturn");
    expect(wholeAddress(text, { ...around, nameOfProcess: () => null })).toBe("postgres://%2Ftmp/goodturn");
    expect(wholeAddress("postgres://zoe@/goodturn", { ...around, env: { PGHOST: "/run/pg" } })).toBe(
      "postgres://zoe@%2Frun%2Fpg/goodturn",
    );
  });

  it("uses this process's user by default", () => {
    expect(wholeAddress("postgres:///goodturn?host=/tmp")).toMatch(/^postgres:\/\/[^@:]+@%2Ftmp\/goodturn$/);
  });
});
