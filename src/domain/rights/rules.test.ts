import { describe, expect, it } from "vitest";
import { isTest, readFiles } from "#test/source-files.ts";
import { rightFor, rights, rightsOf } from "./rules.ts";

const sources = readFiles(["src"])
  .filter(({ path }) => !isTest(path) && !path.startsWith("src/db/migrations/"))
  .map(({ path, text }) => ({ path, text: text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "") }));

describe("the rights of a role", () => {
  it("are all for owners, and all but deleting, handing over, letting go and linking for organizers", () => {
    expect([...rightsOf.owner]).toEqual(rights);
    expect(rights.filter((right) => !rightsOf.organizer.has(right))).toEqual(["delete", "hand_over", "let_go", "link"]);
  });
});

describe("a right", () => {
  it("is asked for by at least one operation", () => {
    expect([...new Set<string>(Object.values(rightFor))].toSorted()).toEqual([...rights].toSorted());
  });

  it("is read from the table by the operation's name, in every question outside of this noun", () => {
    const asking = sources.filter(({ path }) => !/^src\/domain\/(rights\/|events\/locking\.ts$)/.test(path));
    const questions = asking.flatMap(({ path, text }) =>
      Array.from(
        text.matchAll(
          /(?<!function )\b(?:mayOrganize|refuseWithout|requireR(?:ight|un)|locked(?:Shown)?For)\(([^;]*?)\)/g,
        ),
        ([call, given = ""]) => ({
          call: `${path}: ${call}`,
          right: given.trim().replace(/,$/, "").split(/,\s*/).at(-1),
        }),
      ),
    );
    expect(questions.length).toBeGreaterThan(25);
    const unnamed = questions.filter(({ right = "" }) => !/^(?:rightFor\.\w+|right)$/.test(right));
    expect(unnamed.map(({ call }) => call)).toEqual([]);
    const named = new Set(
      asking.flatMap(({ text }) => Array.from(text.matchAll(/\brightFor\.(\w+)/g), ([, name = ""]) => name)),
    );
    expect([...named].toSorted()).toEqual(Object.keys(rightFor).toSorted());
  });
});

const id = String.raw`[\w.?!]*\borganizer_?[iI]d\b`;
const operator = String.raw`(?:=|!=|<>|in|not in)`;
/** A comparison of the id with a value, in TypeScript, in Kysely or in SQL; joins of two columns are none. */
const comparison = new RegExp(
  [
    String.raw`${id}\s*[!=]==`,
    String.raw`[!=]==\s*${id}`,
    String.raw`["'\x60](?:\w+\.)?organizer_id["'\x60],\s*["']${operator}["'],\s*(?!["'])`,
    String.raw`["']${operator}["'],\s*${id}`,
    String.raw`\borganizer_id\s*${operator}\s*(?:any\b|\(|\$\{)`,
    String.raw`\$\{[^}]*\}(?:::\w+)?\s*${operator}\s*\(?\s*(?:\w+\.)?organizer_id\b`,
  ].join("|"),
  "g",
);
const comparisonsIn = (text: string) => Array.from(text.matchAll(comparison), ([found]) => found);

/** The comparisons that decide nothing about the caller's rights: each file as often as it has one. */
const deciding: Readonly<Record<string, string[]>> = {
  "goes with the organizer's account, or counts what they have": [
    "access/ending",
    "access/jobs",
    "accounts/commands",
    "accounts/commands",
    "accounts/queries",
    "accounts/queries",
    "accounts/queries",
    "accounts/queries",
    "accounts/queries",
    "organizing/commands",
    "organizing/inserting",
    "organizing/inserting",
    "assertions/queries",
    "series/commands",
    "series/making",
  ],
  "is about the organizer whose name is on the page": [
    "follows/news",
    "follows/targets",
    "outcomes/queries",
    "participants/queries",
  ],
  "leaves the organizer out of mails about what they did, or finds whom to tell": [
    "outreach/sources",
    "ownership-transfers/jobs",
    "registrations/happenings",
    "registrations/take-spots",
    "registrations/to-call",
    "reviews/hiding",
  ],
  "is about two people, each for themselves": ["blocks/queries"],
  "is for hosts, or for their decisions": [
    "hosting/members",
    "hosting/members",
    "hosting/queries",
    "suspensions/commands",
    "suspensions/commands",
    "suspensions/commands",
  ],
};

describe("an organizer's id", () => {
  it("is compared with a member only by rights, except where no right is decided", () => {
    const found = sources
      .filter(({ path }) => !path.startsWith("src/domain/rights/"))
      .flatMap(({ path, text }) => comparisonsIn(text).map(() => path));
    const allowed = Object.values(deciding)
      .flat()
      .map((name) => `src/domain/${name}.ts`);
    expect(found.toSorted()).toEqual(allowed.toSorted());
  });

  it.each([
    "if (event.organizer_id !== member.id) throw new Failure();",
    "const isMine = row?.organizer_id === id;",
    "const isMine = member.id === event.organizerId;",
    'db.selectFrom("events").where("events.organizer_id", "=", member.id)',
    'db.selectFrom("members").where("id", "!=", event.organizer_id)',
    "sql`select from events where events.organizer_id = ${memberId}`",
    "sql`select from events where organizer_id in (select id from members)`",
    "sql`select from events where ${memberId}::uuid = events.organizer_id`",
  ])("is noticed in %s", (code) => {
    expect(comparisonsIn(code)).toHaveLength(1);
  });

  it.each([
    'query.innerJoin("members", "members.id", "events.organizer_id")',
    'query.whereRef("registered.member_id", "!=", "events.organizer_id")',
    "const row = { organizer_id: member.id };",
    "sql`join members on members.id = events.organizer_id`",
    "query.where(isOrganizedBy(member.id))",
  ])("is only named in %s", (code) => {
    expect(comparisonsIn(code)).toEqual([]);
  });
});
