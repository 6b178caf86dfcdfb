import { beforeAll, describe, expect, it } from "vitest";
import { revokeGateKey } from "./commands.ts";
import { askerIn } from "#test/asking.ts";
import { testDatabase } from "#test/database.ts";
import { begin, deviceAt, during, gateIn, later, minute } from "#test/gate.ts";
import { makeIn, type Make } from "#test/make.ts";
import { operations, type Wanted } from "#test/operations.ts";
import { type People, peopleIn, type Scene, sceneIn } from "#test/scene.ts";
import { documentOf } from "#api/document.ts";
import { createApi } from "#api/index.ts";

type Described = { operationId: string; method: string; security?: Record<string, unknown>[] };

let make: Make;
let people: People;
let scene: Scene;
let ask: ReturnType<typeof askerIn>;
let described: Described[];
/**
 * The secrets that a person at a gate could present: their own key and pass, those of another event, revoked ones, and
 * altered ones.
 */
let shown: string[];
beforeAll(async () => {
  make = makeIn(await testDatabase());
  ask = askerIn(make);
  people = await peopleIn(make);
  scene = await sceneIn(make, people);
  const { organizer } = people;
  const [own, taken] = [await deviceAt(make, scene.eventId), await deviceAt(make, scene.eventId)];
  const other = await deviceAt(make, await make.event());
  await revokeGateKey(make.context(organizer.member), scene.eventId, taken.keyId);
  const passes = [own, other, taken].map(({ pass }) => pass);
  const altered = own.pass.replace(/.(?=.{8}$)/, (letter) => (letter === "A" ? "B" : "A"));
  shown = [...passes, altered].map((pass) => `Gate ${pass}`);
  shown.push(...[...passes, own.key, taken.key].map((secret) => `Bearer ${secret}`));

  const { paths } = await documentOf(createApi(make));
  described = Object.values(paths).flatMap((path) =>
    Object.entries(path as Record<string, Described>).map(([method, one]) => ({ ...one, method })),
  );
});

const asked = ({ headers, ...wanted }: Wanted, authorization: string) =>
  ask(people, "visitor", { ...wanted, headers: { ...headers, authorization } });
const isOfMembers = ({ security = [] }: Described) => security.length > 0 && security.every((way) => "bearer" in way);

describe("a key and a pass of a gate", () => {
  it("do not authorize any member or host call, for any event, revoked or altered", async () => {
    const ofMembers = described.filter(isOfMembers);
    expect(ofMembers.length).toBeGreaterThan(60);
    const taken: string[] = [];
    for (const { operationId } of ofMembers) {
      const wanted = await operations[operationId]!(scene);
      for (const authorization of shown) {
        const { body } = await asked(wanted, authorization);
        if (!/^(sign_in_required|no_such_call)$/.test(body.code)) taken.push(`${operationId}: ${JSON.stringify(body)}`);
      }
    }
    expect(taken).toEqual([]);
  });

  it("read no more than visitors may read", async () => {
    // Google's answer works only once.
    const often = described.filter(({ operationId }) => operationId !== "finishGoogle");
    const open = often.filter((one) => one.method === "get" && !isOfMembers(one));
    expect(open.length).toBeGreaterThan(15);
    const more: string[] = [];
    for (const { operationId } of open) {
      const wanted = await operations[operationId]!(scene);
      const bare = await ask(people, "visitor", wanted);
      const { status, body } = await asked(wanted, shown[0]!);
      if (status !== bare.status || plain(body) !== plain(bare.body)) more.push(operationId);
    }
    expect(more).toEqual([]);
  });

  it("belong to one gate only, and no other secret opens a gate", async () => {
    const [one, two] = [await gateIn(make), await gateIn(make)];
    await one.join("Amara Okafor");
    await two.join("Zoe Quist");
    const [mine, theirs] = [await one.opened(), await two.opened()];
    const names = async ({ pass }: { pass: string }, now = during) =>
      (await one.sync({ pass }, now)).roster?.people.map(({ name }) => name) ?? null;
    expect([await names(mine), await names(theirs)]).toEqual([["Amara O."], ["Zoe Q."]]);
    await revokeGateKey(make.context(one.organizer, during), one.eventId, mine.keyId);
    expect([await names(mine, later(during, minute)), await names(theirs)]).toEqual([null, ["Zoe Q."]]);

    const json = { sentAt: begin.toISOString(), since: 0, roster: "", marks: [] };
    const sync = (authorization: string) => asked({ method: "POST", path: "/gates/sync", json }, authorization);
    const wrong = [
      mine.key,
      scene.links.participant,
      people.organizer.token,
      `${theirs.pass}A`,
      theirs.pass.slice(1),
      "",
    ];
    for (const text of wrong) expect((await sync(`Gate ${text}`)).body.code).toBe("pass_unknown");
    expect((await sync(`Bearer ${theirs.pass}`)).body.code).toBe("pass_unknown");
    for (const key of [theirs.pass, scene.links.participant, `${theirs.key}A`, theirs.key.slice(1)]) {
      const opening = { method: "POST", path: "/gates/open", json: { key, deviceId: scene.guestId } };
      expect((await ask(people, "visitor", opening)).body.code).toBe("link_broken");
    }
  });
});

/** An answer without the time at which it was made. */
const plain = (body: unknown) => JSON.stringify(body).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d{8}T\d{6}Z/g, "");
