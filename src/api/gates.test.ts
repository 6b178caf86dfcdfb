import { expect, it } from "vitest";
import { askerIn } from "#test/asking.ts";
import { testDatabase } from "#test/database.ts";
import { deviceAt } from "#test/gate.ts";
import { makeIn } from "#test/make.ts";
import { operations } from "#test/operations.ts";
import { peopleIn, sceneIn } from "#test/scene.ts";
import { documentOf } from "./document.ts";
import { createApi } from "./index.ts";

type Described = { operationId: string; security?: Record<string, unknown>[] };

it("a key and a pass of a gate are good for its two calls, and for no other", async () => {
  const make = makeIn(await testDatabase());
  const ask = askerIn(make);
  const people = await peopleIn(make);
  const scene = await sceneIn(make, people);
  const { key, pass } = await deviceAt(make, scene.eventId);

  const paths = Object.values((await documentOf(createApi(make))).paths) as object[];
  const described = paths.flatMap((path) => Object.values(path) as Described[]);
  const ofMembers = described.filter(
    ({ security = [] }) => security.length > 0 && security.every((way) => "bearer" in way),
  );
  expect(ofMembers.length).toBeGreaterThan(60);
  const taken: string[] = [];
  for (const { operationId } of ofMembers) {
    const wanted = await operations[operationId]!(scene);
    for (const authorization of [`Gate ${pass}`, `Bearer ${pass}`, `Bearer ${key}`]) {
      const { body } = await ask(people, "visitor", { ...wanted, headers: { ...wanted.headers, authorization } });
      if (!/^(sign_in_required|no_such_call)$/.test(body.code)) taken.push(`${operationId}: ${JSON.stringify(body)}`);
    }
  }
  expect(taken).toEqual([]);
});
