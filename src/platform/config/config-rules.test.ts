import { userInfo } from "node:os";
import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

describe("where maps come from", () => {
  it("is an address that has a place for each of their three numbers", () => {
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
  ])("is not %s", (wrong) => {
    expect(() => readConfig({ MAP_TILES_URL: wrong })).toThrow(/^MAP_TILES_URL is '.*'; it has to be an address with/);
  });
});

describe("the addresses of a PostgreSQL", () => {
  it("are read as its own programs read them, with the user that this process runs as", () => {
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
