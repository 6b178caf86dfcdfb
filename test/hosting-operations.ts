import { newId } from "#db/schema.server.ts";
import { enqueue } from "#domain/outbox.ts";
import type { Operation, Wanted } from "./operations.ts";
import { passwordOfAll, type Scene } from "./scene.ts";
import { suspended } from "./suspended.ts";

const get = (path: string): Wanted => ({ method: "GET", path });
const post = (path: string, json: unknown): Wanted => ({ method: "POST", path, json });

const why = { reason: "We have to look into it." };

/** A new member, the subject of a host's action. */
async function memberIn({ make }: Scene, isSuspended = false): Promise<string> {
  const member = await make.member({ email: `${newId()}@example.org` });
  if (isSuspended) await suspended(make, member);
  return member.id;
}

/** A task that was given up. */
async function failedTaskIn({ make }: Pick<Scene, "make">): Promise<string> {
  const key = newId();
  await enqueue(make.db, { kind: "expire_offers", key, payload: { eventId: key } }, new Date());
  const { id } = await make.db
    .updateTable("outbox")
    .set({ failed_at: new Date(), reason: "Mailbox unavailable", attempts: 9 })
    .where("key", "=", key)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The hosts' calls. */
export const hostingOperations: Readonly<Record<string, Operation>> = {
  getHostAccess: () => get("/host"),
  proveHost: () => post("/host/proof", { password: passwordOfAll }),
  getHostOverview: () => get("/host/overview"),
  listHostActions: () => get("/host/log"),
  listMembers: () => get("/host/members?search=example"),
  getMember: ({ people }) => get(`/host/members/${people.participant.member.id}`),
  suspendMember: async (scene) => post(`/host/members/${await memberIn(scene)}/suspend`, why),
  liftSuspension: async (scene) => post(`/host/members/${await memberIn(scene, true)}/lift`, why),
  deleteMember: async (scene) => post(`/host/members/${await memberIn(scene)}/delete`, why),
  retryTask: async (scene) => post(`/host/tasks/${await failedTaskIn(scene)}/retry`, why),
  dropTask: async (scene) => post(`/host/tasks/${await failedTaskIn(scene)}/drop`, why),
};
