import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { fold } from "#db/fold.ts";
import { prepared } from "#db/prepared.ts";
import type { Schema } from "#db/schema.server.ts";
import { Failure } from "../failure.ts";
import { uploadedIn } from "../rules.ts";

/** What somebody wants to be called, or to show, by the field that it is typed into. */
type Wanted = { [Field in "name" | "image" | "thumbnailUrl"]?: string | null | undefined };
type Reads = Kysely<Schema>;

/**
 * Refuses a name or a picture that a host has taken away from this member, on whatever it stood, until it is restored. Names
 * and addresses count in any case, and with or without accents; an uploaded picture by what it shows.
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

/** What a name, or the picture at an address, is known by, when it is not kept itself. */
export async function markOf(db: Reads, kind: "name" | "picture", value: string): Promise<string> {
  const id = kind === "picture" ? uploadedIn(value) : undefined;
  const uploaded = id
    ? await db.selectFrom("pictures").select("content").where("id", "=", id).executeTakeFirst()
    : undefined;
  // Of an address nobody is sent the part behind '#'.
  const text = fold(kind === "picture" ? value.replace(/#.*$/s, "") : value).trim();
  return createHash("sha256")
    .update(`${kind}:`)
    .update(uploaded?.content ?? text)
    .digest("base64");
}
