import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { fold } from "#db/fold.ts";
import { prepared } from "#db/prepared.ts";
import type { Schema } from "#db/schema.server.ts";
import { Failure } from "../failure.ts";
import { uploadedIn } from "../rules.ts";

/** The name or picture that a member wants to set, by its form field. */
type Wanted = { [Field in "name" | "image" | "thumbnailUrl"]?: string | null | undefined };
type Reads = Kysely<Schema>;

/**
 * Refuses a name or picture of this member that hosts have withheld anywhere, until it is restored. Names and addresses
 * are compared ignoring case and accents, uploaded pictures by their content.
 * @throws Failure taken_down
 */
export async function refuseTakenDown(db: Reads, memberId: string, wanted: Wanted): Promise<void> {
  const taken = await takenFrom(db, memberId);
  if (taken.length === 0) return;
  const marks = new Set(taken.map(({ taken_down }) => taken_down));
  for (const path of ["name", "image", "thumbnailUrl"] as const) {
    const value = wanted[path];
    if (!value || !marks.has(await markOf(db, path === "name" ? "name" : "picture", value))) continue;
    throw new Failure("taken_down", [{ path, rule: "failure.taken_down" }]);
  }
}

const takenFrom = prepared((db) =>
  db.selectFrom("reviews").select("taken_down").where("taken_from", "=", "id").where("taken_down", "is not", null),
);

/** Returns the hash of a name, or of the picture at an address, by which it is recognized without being stored. */
export async function markOf(db: Reads, kind: "name" | "picture", value: string): Promise<string> {
  const id = kind === "picture" ? uploadedIn(value) : undefined;
  const uploaded = id
    ? await db.selectFrom("pictures").select("content").where("id", "=", id).executeTakeFirst()
    : undefined;
  // The part behind '#' is never sent to the server.
  const text = fold(kind === "picture" ? value.replace(/#.*$/s, "") : value).trim();
  return createHash("sha256")
    .update(`${kind}:`)
    .update(uploaded?.content ?? text)
    .digest("base64");
}
