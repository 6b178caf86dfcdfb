import { userInfo } from "node:os";
import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

describe("MAP_TILES_URL", () => {
  it("must contain {z}, {x} and {y}", () => {
    expect(readConfig({}).map).toEqual({
      tiles: "https://tile.openstreetmap.org/{z}/{x}/{y}.png",
      credit: "© OpenStreetMap contributors",
    });
    const tiles = "https://tiles.example/{z}/{x}/{y}?key=1";
    expect(readConfig({ MAP_TILES_URL: tiles }).map.tiles).toBe(tiles);
  });

  it.each([
    "https://tiles.example/{z}/{x}.png",
    "ftp://tiles.example/{z}/{x}/{y}",
    "/{z}/{x}/{y}",
    "https://me:secret@tiles.example/{z}/{x}/{y}",
  ])("cannot be %s", (wrong) => {
    expect(() => readConfig({ MAP_TILES_URL: wrong })).toThrow(/^MAP_TILES_URL is '.*'; it has to be an address with/);
  });
});

describe("the addresses of a PostgreSQL", () => {
  it("are read like PostgreSQL's own programs do, with this process's user by default", () => {
    const url = "postgres:///goodturn?host=/var/run/postgresql";
    const { databaseUrl, databaseDirectUrl } = readConfig({
      DATABASE_URL: url,
      DATABASE_DIRECT_URL: url,
      AUTH_SECRET: "0123571789abcdef0123571789abcdef",
    });
    const whole = `postgres://${userInfo().username}@%2Fvar%2Frun%2Fpostgresql/goodturn`;
    expect([databaseUrl, databaseDirectUrl]).toEqual([whole, whole]);
  });
});
