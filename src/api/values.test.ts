import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { ValueKind } from "#domain/values/shapes.ts";
import { say } from "#messages/say.ts";
import { askerIn } from "#test/asking.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { operations } from "#test/operations.ts";
import { isForHosts, peopleIn, sceneIn } from "#test/scene.ts";
import { readFiles } from "#test/source-files.ts";
import { typedFields } from "#test/typed-fields.ts";
import { createApi } from "#api/index.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

/** The kind of value of a field, by its name. */
function kindNamed(path: string): ValueKind | null {
  const key =
    path
      .replace(/\.\d+$/, "")
      .split(".")
      .at(-1) ?? "";
  if (/e-?mail/i.test(key)) return "email";
  if (/^(phone|mobile)/i.test(key)) return "phone";
  if (/^(display|user|first|last|family|given|guest)?name$|guardian$/i.test(key)) return "name";
  if (/ur[li]$|address$|^(image|photo|picture|website|link|homepage)$/i.test(key)) return "web address";
  return null;
}

/** Fields that have a name like one of these values, but different content. */
const others: Readonly<Record<string, string>> = {
  "joinEvent userName": "Ignored: our own data is used instead",
  "joinEvent userPhotoURL": "The same",
  "addPasskey name": "A device's, not a person's",
  "renamePasskey name": "The same",
};

describe("a field of a call", () => {
  it("has exactly the rule for its kind of value", () => {
    const fields = typedFields(createApi(make));
    const wrong = fields.filter(({ path, kind }) => (kind?.replace("own ", "") ?? null) !== kindNamed(path));
    const named = wrong.map(({ operationId, path }) => `${operationId} ${path}`);
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(others).toSorted());
    const formats = fields.filter(({ format }) => /mail|ur[il]|e164|host|domain/.test(format ?? ""));
    expect(formats).toEqual([]);
    const count = (kind: ValueKind) => fields.filter((field) => field.kind === kind).length;
    expect(count("email")).toBeGreaterThan(10);
    expect(count("name")).toBeGreaterThan(10);
    expect(count("phone")).toBeGreaterThan(4);
    expect(count("web address")).toBeGreaterThan(7);
  });

  it("with a different rule is detected", () => {
    const api = new OpenAPIHono();
    const schema = z.object({ people: z.array(z.object({ email: z.email().optional(), phone: z.string() })) });
    const request = { body: { content: { "application/json": { schema } } } };
    api.openAPIRegistry.registerPath({ method: "post", path: "/x", operationId: "x", request, responses: {} });
    const found = typedFields(api);
    expect(found).toContainEqual({
      operationId: "x",
      isInBody: true,
      path: "people.0.email",
      kind: null,
      format: "email",
    });
    expect(found).toContainEqual({
      operationId: "x",
      isInBody: true,
      path: "people.0.phone",
      kind: null,
      format: undefined,
    });
    expect(found.map(({ path }) => kindNamed(path))).toEqual(expect.arrayContaining(["email", "phone"]));
  });
});

describe("a field of a page", () => {
  it("for an e-mail or web address avoids the types for which browsers have their own rules", () => {
    const odd = readFiles(["src/app"]).filter(({ text }) => /type="(?:email|url)"/.test(text));
    expect(odd.map(({ path }) => path)).toEqual([]);
  });
});

/** A copy of a body with another value at a path. */
function withValue(body: unknown, [key = "", ...rest]: string[], value: unknown): unknown {
  const there = (body ?? (/^\d+$/.test(key) ? [] : {})) as Record<string, unknown>;
  const put = rest.length === 0 ? value : withValue(there[key], rest, value);
  return Array.isArray(there) ? there.with(Number(key), put) : { ...there, [key]: put };
}

/** The calls that take one of these values in their body, with its path, and a function that sends another value. */
async function doors(kind: ValueKind) {
  const people = await peopleIn(make);
  const scene = await sceneIn(make, people);
  const ask = askerIn(make);
  const found: { people: typeof people; door: string; path: string; ask: (value: string) => ReturnType<typeof ask> }[] =
    [];
  for (const { operationId, path, isInBody, kind: its } of typedFields(createApi(make))) {
    const operation = operations[operationId];
    if (its !== kind || !isInBody || found.some(({ door }) => door === `${operationId} ${path}`)) continue;
    if (!operation) throw new Error(`There is no example of ${operationId}`);
    const wanted = await operation(scene);
    const isThere = path
      .split(".")
      .slice(0, -1)
      .every((key, index, keys) => has(wanted.json, keys.slice(0, index + 1)));
    // Lists that are empty in the example.
    if (wanted.json === undefined || !isThere) continue;
    found.push({
      people,
      door: `${operationId} ${path}`,
      path,
      ask: async (value) =>
        ask(people, isForHosts(wanted.path) ? "host" : "organizer", {
          ...wanted,
          json: withValue(wanted.json, path.split("."), value),
        }),
    });
  }
  return found;
}

const has = (body: unknown, keys: string[]): boolean =>
  keys.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], body) !== undefined;

/** Calls that must not lose the value: an invalid one is stored as typed. */
const noted = /^(syncGate|markAtGate) /;

describe("a phone number", () => {
  const written = readFileSync("test/phone-numbers.txt", "utf8").trim().split("\n");

  it(
    "is accepted by every call in every notation, and rejected in its field if it is invalid",
    { timeout: 120_000 },
    async () => {
      const all = await doors("phone");
      expect(all.map(({ door }) => door.split(" ")[0])).toEqual(
        expect.arrayContaining(["joinEvent", "addPerson", "joinByMail"]),
      );
      for (const { door, path, ask } of all) {
        for (const phone of written) {
          const { status, body } = await ask(phone);
          expect([door, phone, status === 422 && body.fields]).toEqual([door, phone, false]);
        }
        if (noted.test(door)) continue;
        const { status, body } = await ask("call me");
        expect([door, status, body.fields]).toEqual([door, 422, [{ path, message: say("rule.phone") }]]);
      }
    },
  );
});

describe("an e-mail address", () => {
  const spellings = [
    "JÜRGEN@bücher.example",
    "ju\u0308rgen@xn--bcher-kva.example",
    "\u202ajürgen@BÜCHER.example\u202c ",
  ];

  it(
    "is accepted by every call in every spelling, and rejected in its field if it is invalid",
    { timeout: 120_000 },
    async () => {
      const all = await doors("email");
      expect(all.length).toBeGreaterThan(10);
      for (const { door, path, ask } of all) {
        for (const email of spellings) {
          const { status, body } = await ask(email);
          const own = body.fields?.find((field: { path: string }) => field.path === path);
          // Another rule may still reject it, for example the rule that it must be the caller's own address.
          expect([door, email, status === 422 && own?.message === say("rule.email.format")]).toEqual([
            door,
            email,
            false,
          ]);
        }
        if (noted.test(door)) continue;
        for (const email of ["zoe", "zoe@xn--a.example"]) {
          const { status, body } = await ask(email);
          const message = say("rule.email.format");
          expect([door, email, status, body.fields]).toEqual([door, email, 422, [{ path, message }]]);
        }
      }
    },
  );

  it("that names the caller matches their own in every spelling, and no other", { timeout: 120_000 }, async () => {
    const all = await doors("own email");
    expect(all.length).toBeGreaterThan(1);
    const { member } = all[0]!.people.organizer;
    await make.db.updateTable("members").set({ email: "jürgen@bücher.example" }).where("id", "=", member.id).execute();
    for (const { door, ask } of all) {
      for (const email of spellings) {
        const { body } = await ask(email);
        expect([door, email, body.code]).not.toEqual([door, email, "not_yours"]);
      }
      const { body } = await ask("jurgen@bücher.example");
      expect([door, body.code]).toEqual([door, "not_yours"]);
    }
  });
});
