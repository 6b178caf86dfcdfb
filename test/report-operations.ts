import { newId } from "#db/schema.server.ts";
import type { Operation, Wanted } from "./operations.ts";
import type { Scene } from "./scene.ts";

const get = (path: string): Wanted => ({ method: "GET", path });
const put = (path: string, json?: unknown): Wanted => ({ method: "PUT", path, json });
const post = (path: string, json: unknown): Wanted => ({ method: "POST", path, json });

const reason = "We have to look into it.";

/** Makes a review: of a reported event, or of the participant's own hidden one. */
async function reviewIn({ make, people }: Scene, own = false): Promise<string> {
  const id = newId();
  const subject_id = await make.event(own ? { organizer: people.participant.member } : {});
  const row = { id, about: "event", subject_id, cause: "report", opened_at: new Date() } as const;
  const hidden = own ? { hidden_at: new Date(), hidden_for: reason } : {};
  if (own) await make.db.updateTable("events").set({ review: "hidden" }).where("id", "=", subject_id).execute();
  await make.db
    .insertInto("reviews")
    .values({ ...row, ...hidden })
    .execute();
  return id;
}

/** A member whom every caller may block: an organizer who meets no other member. */
async function anotherOrganizer({ make }: Scene): Promise<string> {
  const organizer = await make.member();
  await make.event({ organizer });
  return organizer.id;
}

const blocks: Record<string, Operation> = {
  listBlocks: () => get("/account/blocks"),
  getBlockable: async (scene) => get(`/account/blocks/${await anotherOrganizer(scene)}`),
  blockMember: async (scene) => put(`/account/blocks/${await anotherOrganizer(scene)}`),
  async unblockMember(scene) {
    const blocked_id = await anotherOrganizer(scene);
    const row = { blocker_id: scene.people.participant.member.id, blocked_id, blocked_at: new Date() };
    await scene.make.db.insertInto("blocks").values(row).execute();
    return { method: "DELETE", path: `/account/blocks/${blocked_id}` };
  },
};

const reports: Record<string, Operation> = {
  sendReport: ({ eventId }) =>
    post("/reports", {
      about: "event",
      id: eventId,
      reason: "untrue",
      words: "Nobody is there.",
      email: `${newId()}@example.org`,
    }),
  listOwnReviews: () => get("/account/reviews"),
  answerReview: async (scene) => put(`/account/reviews/${await reviewIn(scene, true)}`, { text: "It is true." }),
  getListedWords: () => get("/host/words"),
  setListedWords: () => put("/host/words", { words: ["moneygram.example"], reason }),
  listReviews: () => get("/host/reviews"),
  getReview: async (scene) => get(`/host/reviews/${await reviewIn(scene)}`),
  decideReview: async (scene) => post(`/host/reviews/${await reviewIn(scene)}/decision`, { decision: "hide", reason }),
};

/** Calls about reports and about blocked people. */
export const reportOperations: Readonly<Record<string, Operation>> = { ...blocks, ...reports };
