import type { InvitationMade, Team } from "#domain/teams/shapes.ts";

import { ask } from "../session/ask.ts";

/** The event or community that people organize together. */
export type At = { eventId: string } | { communityId: string };

/** The calls about the organizers of an event or a community. */
export type TeamCalls = {
  read: () => Promise<Team>;
  invite: (email?: string) => Promise<InvitationMade>;
  takeBack: (invitationId: string) => Promise<unknown>;
  letGo: (memberId: string) => Promise<unknown>;
  /** Undoes the end of a right, shortly after it. */
  restore: (memberId: string) => Promise<unknown>;
  setNamed: (isNamed: boolean) => Promise<unknown>;
  /** Offers an event to one of its organizers, or makes an organizer of a community an owner. */
  makeOwner: (memberId: string) => Promise<unknown>;
};

/** Returns the calls for an event or a community. */
export function callsAt(at: At): TeamCalls {
  if ("eventId" in at) {
    const param = { id: at.eventId };
    return {
      read: () => ask((api) => api.events[":id"].team.$get({ param })),
      invite: (email) => ask((api) => api.events[":id"].invitations.$post({ param, json: email ? { email } : {} })),
      takeBack: (invitationId) =>
        ask((api) => api.events[":id"].invitations[":invitationId"].$delete({ param: { ...param, invitationId } })),
      letGo: (memberId) => ask((api) => api.events[":id"].team[":memberId"].$delete({ param: { ...param, memberId } })),
      restore: (memberId) => ask((api) => api.events[":id"].team[":memberId"].$post({ param: { ...param, memberId } })),
      setNamed: (isNamed) => ask((api) => api.events[":id"].team.me.$put({ param, json: { isNamed } })),
      makeOwner: (memberId) => ask((api) => api.events[":id"]["hand-over"].$post({ param, json: { memberId } })),
    };
  }
  const param = { id: at.communityId };
  return {
    read: () => ask((api) => api.communities[":id"].team.$get({ param })),
    invite: (email) => ask((api) => api.communities[":id"].invitations.$post({ param, json: email ? { email } : {} })),
    takeBack: (invitationId) =>
      ask((api) => api.communities[":id"].invitations[":invitationId"].$delete({ param: { ...param, invitationId } })),
    letGo: (memberId) =>
      ask((api) => api.communities[":id"].team[":memberId"].$delete({ param: { ...param, memberId } })),
    restore: (memberId) =>
      ask((api) => api.communities[":id"].team[":memberId"].$post({ param: { ...param, memberId } })),
    setNamed: (isNamed) => ask((api) => api.communities[":id"].team.me.$put({ param, json: { isNamed } })),
    makeOwner: (memberId) =>
      ask((api) =>
        api.communities[":id"].team[":memberId"].$put({ param: { ...param, memberId }, json: { role: "owner" } }),
      ),
  };
}
