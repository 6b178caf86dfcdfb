import type { Make } from "./make.ts";
import type { Operation, Wanted } from "./operations.ts";
import type { Scene } from "./scene.ts";
import { giveRight, invited } from "./teams.ts";

const get = (path: string): Wanted => ({ method: "GET", path });
const post = (path: string, json?: unknown): Wanted => ({ method: "POST", path, json });
const put = (path: string, json?: unknown): Wanted => ({ method: "PUT", path, json });
const remove = (path: string): Wanted => ({ method: "DELETE", path });

/** A community that the organizer owns, with another owner. */
async function communityOf({ make, people, quiet }: Scene) {
  const id = await make.community();
  await giveRight(make, { memberId: people.organizer.member.id, communityId: id, role: "owner" });
  await giveRight(make, { memberId: quiet.id, communityId: id, role: "owner" });
  return { id, other: quiet.id };
}

/** The path of an organizer of the scene's event who makes no calls. */
async function anotherAt({ make, eventId }: Scene): Promise<string> {
  const { id } = await make.member();
  await giveRight(make, { memberId: id, eventId });
  return `/events/${eventId}/team/${id}`;
}

/** A person whose rights a member has just ended. @returns their id */
async function letGoBy(make: Make, ended_by: string, at: { eventId: string } | { communityId: string }) {
  const { id } = await make.member();
  const right = await giveRight(make, { memberId: id, ...at, until: new Date(Date.now() - 1000) });
  await make.db.updateTable("rights").set({ ended_by }).where("id", "=", right).execute();
  return id;
}

const address = () => ({ email: "ana@foodbank.example" });
// The co-organizer invites, so that the organizer's own rights do not matter to who accepts.
const toEvent = ({ make, people, eventId }: Scene) => invited(make, people.coorganizer.member, { eventId });

export const teamOperations: Readonly<Record<string, Operation>> = {
  listOwnCommunities: () => get("/account/communities"),
  async giveEvent({ make, people, eventId }) {
    const communityId = await make.community();
    await giveRight(make, { memberId: people.organizer.member.id, communityId });
    return put(`/events/${eventId}/community`, { communityId });
  },
  getEventTeam: ({ eventId }) => get(`/events/${eventId}/team`),
  getCommunityTeam: async (scene) => get(`/communities/${(await communityOf(scene)).id}/team`),
  listEventActions: ({ eventId }) => get(`/events/${eventId}/log`),
  listCommunityActions: async (scene) => get(`/communities/${(await communityOf(scene)).id}/log`),
  inviteToEvent: ({ eventId }) => post(`/events/${eventId}/invitations`, address()),
  inviteToCommunity: async (scene) => post(`/communities/${(await communityOf(scene)).id}/invitations`, address()),
  endEventInvitation: async (scene) => remove(`/events/${scene.eventId}/invitations/${(await toEvent(scene)).id}`),
  async endCommunityInvitation(scene) {
    const { id: communityId } = await communityOf(scene);
    const { id } = await invited(scene.make, scene.people.organizer.member, { communityId });
    return remove(`/communities/${communityId}/invitations/${id}`);
  },
  readInvitation: async (scene) => get(`/invitations/${(await toEvent(scene)).secret}`),
  acceptInvitation: async (scene) => post(`/invitations/${(await toEvent(scene)).secret}`),
  declineInvitation: async (scene) => remove(`/invitations/${(await toEvent(scene)).secret}`),
  setNamedAtEvent: ({ eventId }) => put(`/events/${eventId}/team/me`, { isNamed: true }),
  setNamedAtCommunity: async (scene) => put(`/communities/${(await communityOf(scene)).id}/team/me`, { isNamed: true }),
  letGoAtEvent: async (scene) => remove(await anotherAt(scene)),
  async letGoAtCommunity(scene) {
    const { id, other } = await communityOf(scene);
    return remove(`/communities/${id}/team/${other}`);
  },
  restoreAtEvent: async ({ make, people, eventId }) =>
    post(`/events/${eventId}/team/${await letGoBy(make, people.organizer.member.id, { eventId })}`),
  async restoreAtCommunity(scene) {
    const { id } = await communityOf(scene);
    const gone = await letGoBy(scene.make, scene.people.organizer.member.id, { communityId: id });
    return post(`/communities/${id}/team/${gone}`);
  },
  async setRole(scene) {
    const { id, other } = await communityOf(scene);
    return put(`/communities/${id}/team/${other}`, { role: "organizer" });
  },
};
