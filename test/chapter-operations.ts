import { newId } from "#db/schema.server.ts";
import { broken, large } from "./auth-refusals.ts";
import type { Call } from "./call.ts";
import type { Make } from "./make.ts";
import type { Operation, Wanted } from "./operations.ts";
import { giveRight } from "./teams.ts";

const wanted =
  (method: string) =>
  (path: string, json?: unknown): Wanted => ({ method, path, ...(json !== undefined && { json }) });
const [get, post, put, remove] = [wanted("GET"), wanted("POST"), wanted("PUT"), wanted("DELETE")];

/** A community that asks another to be part of it, or is. @returns its id */
async function makeChapter(make: Make, parentId: string, state: "asks" | "is"): Promise<string> {
  const id = await make.community({ title: "Clean Streets York" });
  if (state === "is")
    await make.db.updateTable("communities").set({ part_of: parentId }).where("id", "=", id).execute();
  else
    await make.db
      .insertInto("chapter_requests")
      .values({ community_id: id, parent_id: parentId, asked_at: new Date() })
      .execute();
  return id;
}

async function slugOfNew(make: Make): Promise<string> {
  const id = await make.community({ title: "Clean Streets UK" });
  const { slug } = await make.db
    .selectFrom("communities")
    .select("slug")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return slug;
}

/** Calls about communities that are part of others. */
export const chapterOperations: Readonly<Record<string, Operation>> = {
  getLinks: ({ communityId }) => get(`/communities/${communityId}/links`),
  askToBeChapter: async ({ make, communityId }) =>
    put(`/communities/${communityId}/part-of`, { of: await slugOfNew(make) }),
  async endBeingChapter({ make, communityId }) {
    const part_of = await make.community();
    await make.db.updateTable("communities").set({ part_of }).where("id", "=", communityId).execute();
    return remove(`/communities/${communityId}/part-of`);
  },
  answerChapter: async ({ make, communityId }) =>
    post(`/communities/${communityId}/chapters/${await makeChapter(make, communityId, "asks")}`, { accept: false }),
  endChapter: async ({ make, communityId }) =>
    remove(`/communities/${communityId}/chapters/${await makeChapter(make, communityId, "is")}`),
};

const partOf = (id: string) => `/communities/${id}/part-of`;

/** Every refusal of these calls. */
export async function chapterRefusals({ make, call, unmailed }: { make: Make; call: Call; unmailed: Call }) {
  const { token, member } = await make.signedIn();
  const [own, others, hidden, child] = [
    await make.community(),
    await make.community(),
    await make.community(),
    await make.community(),
  ];
  for (const id of [own, hidden, child]) await giveRight(make, { memberId: member.id, communityId: id, role: "owner" });
  await make.db.updateTable("communities").set({ hidden_at: new Date() }).where("id", "=", hidden).execute();
  await make.db.updateTable("communities").set({ part_of: others }).where("id", "=", child).execute();
  const [of, unknown] = [await slugOfNew(make), newId()];
  const chapterOf = (id: string, chapter = unknown) => `/communities/${id}/chapters/${chapter}`;
  /** The refusals of a call at a community; `more` is sent with it. */
  const refused = (method: string, pathOf: (id: string) => string, more: object = {}) => ({
    sign_in_required: () => call(method, pathOf(own), more),
    not_yours: () => call(method, pathOf(others), { token, ...more }),
    not_found: () => call(method, pathOf(unknown), { token, ...more }),
  });
  const sent = (method: string, path: string, json: object) => ({
    invalid_json: () => call(method, path, { token, ...broken }),
    too_large: () => call(method, path, { token, ...large }),
    invalid: () => call(method, path, { token, json }),
  });
  return {
    getLinks: refused("GET", (id) => `/communities/${id}/links`),
    askToBeChapter: {
      ...refused("PUT", partOf, { json: { of } }),
      ...sent("PUT", partOf(own), { of: 7 }),
      under_review: () => call("PUT", partOf(hidden), { token, json: { of } }),
      too_many_mails: () => unmailed("PUT", partOf(own), { token, json: { of } }),
    },
    endBeingChapter: refused("DELETE", partOf),
    answerChapter: {
      ...refused("POST", chapterOf, { json: { accept: true } }),
      ...sent("POST", chapterOf(own), { accept: 7 }),
      chapter_of_chapter: async () =>
        call("POST", chapterOf(child, await makeChapter(make, child, "asks")), { token, json: { accept: true } }),
    },
    endChapter: refused("DELETE", chapterOf),
  };
}
