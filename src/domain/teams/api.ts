import { z } from "@hono/zod-openapi";
import { endOrganizing, setNamed, setRole } from "./commands.ts";
import { acceptInvitation, declineInvitation, endInvitation, invite, readInvitation } from "./inviting.ts";
import { getCommunityTeam, getEventTeam } from "./queries.ts";
import {
  Invitation,
  InvitationAccepted,
  InvitationInput,
  InvitationMade,
  NamedInput,
  RoleInput,
  Team as TeamShape,
} from "./shapes.ts";
import { restoreOrganizing } from "./restoring.ts";
import type { AuthProvider } from "../identity.ts";
import type { LimitAttempts, LinkSigner } from "../ports.ts";
import { Acknowledged } from "../shapes.ts";
import { answer, body, call, idParam, linkParam, named, refusals, resource, signedIn } from "#api/openapi.ts";
import { withProof } from "#api/requests.ts";

const Team = named(TeamShape, "Team");

const ofOrganizer = ["not_yours", "not_found"] as const;
const invitationParam = idParam.extend({ invitationId: z.string() });
const memberParam = idParam.extend({ memberId: z.string() });
const ofInviting = [
  "log_in_again",
  "email_unconfirmed",
  "already_organizer",
  "organizers_full",
  "too_many_mails",
] as const;

const eventTeam = call({
  operationId: "getEventTeam",
  summary: "List the organizers of an event and the open invitations, if you are one of them",
  method: "get",
  path: "/events/{id}/team",
  security: signedIn,
  request: { params: idParam },
  responses: { 200: answer(Team, "The organizers"), ...refusals(...ofOrganizer) },
});

const communityTeam = call({
  operationId: "getCommunityTeam",
  summary: "List the organizers of a community and the open invitations, if you are one of them",
  method: "get",
  path: "/communities/{id}/team",
  security: signedIn,
  request: { params: idParam },
  responses: { 200: answer(Team, "The organizers"), ...refusals(...ofOrganizer) },
});

const toEvent = call({
  operationId: "inviteToEvent",
  summary:
    "Invite a person to organize an event with you, by address or with a link; requires a proof of identity within ten minutes",
  method: "post",
  path: "/events/{id}/invitations",
  security: signedIn,
  request: { params: idParam, body: body(InvitationInput) },
  responses: {
    200: answer(InvitationMade, "The invitation; the address of a link is told only now"),
    ...refusals(...ofOrganizer, ...ofInviting, "under_review"),
  },
});

const toCommunity = call({
  operationId: "inviteToCommunity",
  summary:
    "Invite a person to run a community with you, by address or with a link; requires a proof of identity within ten minutes",
  method: "post",
  path: "/communities/{id}/invitations",
  security: signedIn,
  request: { params: idParam, body: body(InvitationInput) },
  responses: {
    200: answer(InvitationMade, "The invitation; the address of a link is told only now"),
    ...refusals(...ofOrganizer, ...ofInviting),
  },
});

const endToEvent = call({
  operationId: "endEventInvitation",
  summary: "Take back an invitation to organize an event",
  method: "delete",
  path: "/events/{id}/invitations/{invitationId}",
  security: signedIn,
  request: { params: invitationParam },
  responses: { 200: answer(Acknowledged, "It can no longer be accepted"), ...refusals(...ofOrganizer) },
});

const endToCommunity = call({
  operationId: "endCommunityInvitation",
  summary: "Take back an invitation to run a community",
  method: "delete",
  path: "/communities/{id}/invitations/{invitationId}",
  security: signedIn,
  request: { params: invitationParam },
  responses: { 200: answer(Acknowledged, "It can no longer be accepted"), ...refusals(...ofOrganizer) },
});

const read = call({
  operationId: "readInvitation",
  summary: "Read an invitation by the secret of its link",
  method: "get",
  path: "/invitations/{token}",
  request: { params: linkParam },
  responses: { 200: answer(Invitation, "Who invites, and to what"), ...refusals("invitation_gone") },
});

const accept = call({
  operationId: "acceptInvitation",
  summary: "Become an organizer by an invitation",
  method: "post",
  path: "/invitations/{token}",
  security: signedIn,
  request: { params: linkParam },
  responses: {
    200: answer(InvitationAccepted, "You organize it now"),
    ...refusals("invitation_gone", "other_account", "email_unconfirmed", "already_organizer", "under_review"),
  },
});

const decline = call({
  operationId: "declineInvitation",
  summary: "Decline an invitation by the secret of its link",
  method: "delete",
  path: "/invitations/{token}",
  request: { params: linkParam },
  responses: { 200: answer(Acknowledged, "It can no longer be accepted"), ...refusals("invitation_gone") },
});

const nameAtEvent = call({
  operationId: "setNamedAtEvent",
  summary: "Be named on the page of an event that you organize with others, or no longer",
  method: "put",
  path: "/events/{id}/team/me",
  security: signedIn,
  request: { params: idParam, body: body(NamedInput) },
  responses: { 200: answer(Acknowledged, "It is so now"), ...refusals(...ofOrganizer) },
});

const nameAtCommunity = call({
  operationId: "setNamedAtCommunity",
  summary: "Be named on the pages of a community that you run with others, or no longer",
  method: "put",
  path: "/communities/{id}/team/me",
  security: signedIn,
  request: { params: idParam, body: body(NamedInput) },
  responses: { 200: answer(Acknowledged, "It is so now"), ...refusals(...ofOrganizer) },
});

const letGoAtEvent = call({
  operationId: "letGoAtEvent",
  summary: "End the rights of an organizer of your own event, or your own at another's",
  method: "delete",
  path: "/events/{id}/team/{memberId}",
  security: signedIn,
  request: { params: memberParam },
  responses: { 200: answer(Acknowledged, "The rights have ended"), ...refusals(...ofOrganizer, "last_owner") },
});

const letGoAtCommunity = call({
  operationId: "letGoAtCommunity",
  summary: "End the rights of an organizer of your own community, or your own there",
  method: "delete",
  path: "/communities/{id}/team/{memberId}",
  security: signedIn,
  request: { params: memberParam },
  responses: { 200: answer(Acknowledged, "The rights have ended"), ...refusals(...ofOrganizer, "last_owner") },
});

const restoreAtEvent = call({
  operationId: "restoreAtEvent",
  summary: "Undo within a minute that you ended the rights of an organizer of your own event, or your own",
  method: "post",
  path: "/events/{id}/team/{memberId}",
  security: signedIn,
  request: { params: memberParam },
  responses: {
    200: answer(Acknowledged, "They have the rights again; gate keys and invitations stay ended"),
    ...refusals(...ofOrganizer),
  },
});

const restoreAtCommunity = call({
  operationId: "restoreAtCommunity",
  summary: "Undo within a minute that you ended the rights of an organizer of your own community, or your own",
  method: "post",
  path: "/communities/{id}/team/{memberId}",
  security: signedIn,
  request: { params: memberParam },
  responses: {
    200: answer(Acknowledged, "They have the rights again; gate keys and invitations stay ended"),
    ...refusals(...ofOrganizer),
  },
});

const changeRole = call({
  operationId: "setRole",
  summary: "Make an organizer of your own community an owner, or an owner an organizer",
  method: "put",
  path: "/communities/{id}/team/{memberId}",
  security: signedIn,
  request: { params: memberParam, body: body(RoleInput) },
  responses: { 200: answer(Acknowledged, "They have that role now"), ...refusals(...ofOrganizer, "last_owner") },
});

/** The calls about organizing with others. */
export const teams = (auth: Pick<AuthProvider, "lastProof">, limitAttempts: LimitAttempts, links: LinkSigner) =>
  resource()
    .openapi(eventTeam, async (c) => c.json(await getEventTeam(c.var.context, c.req.valid("param").id), 200))
    .openapi(communityTeam, async (c) => c.json(await getCommunityTeam(c.var.context, c.req.valid("param").id), 200))
    .openapi(toEvent, async (c) => {
      const ctx = { ...(await withProof(c, auth)), limitAttempts, links };
      return c.json(await invite(ctx, { eventId: c.req.valid("param").id }, c.req.valid("json")), 200);
    })
    .openapi(toCommunity, async (c) => {
      const ctx = { ...(await withProof(c, auth)), limitAttempts, links };
      return c.json(await invite(ctx, { communityId: c.req.valid("param").id }, c.req.valid("json")), 200);
    })
    .openapi(endToEvent, async (c) => {
      const { id: eventId, invitationId } = c.req.valid("param");
      return c.json(await endInvitation(c.var.context, { eventId }, invitationId), 200);
    })
    .openapi(endToCommunity, async (c) => {
      const { id: communityId, invitationId } = c.req.valid("param");
      return c.json(await endInvitation(c.var.context, { communityId }, invitationId), 200);
    })
    .openapi(read, async (c) => c.json(await readInvitation(c.var.context, c.req.valid("param").token), 200))
    .openapi(accept, async (c) => c.json(await acceptInvitation(c.var.context, c.req.valid("param").token), 200))
    .openapi(decline, async (c) => c.json(await declineInvitation(c.var.context, c.req.valid("param").token), 200))
    .openapi(nameAtEvent, async (c) => {
      const at = { eventId: c.req.valid("param").id };
      return c.json(await setNamed(c.var.context, at, c.req.valid("json")), 200);
    })
    .openapi(nameAtCommunity, async (c) => {
      const at = { communityId: c.req.valid("param").id };
      return c.json(await setNamed(c.var.context, at, c.req.valid("json")), 200);
    })
    .openapi(letGoAtEvent, async (c) => {
      const { id: eventId, memberId } = c.req.valid("param");
      return c.json(await endOrganizing(c.var.context, { eventId }, memberId), 200);
    })
    .openapi(letGoAtCommunity, async (c) => {
      const { id: communityId, memberId } = c.req.valid("param");
      return c.json(await endOrganizing(c.var.context, { communityId }, memberId), 200);
    })
    .openapi(restoreAtEvent, async (c) => {
      const { id: eventId, memberId } = c.req.valid("param");
      return c.json(await restoreOrganizing(c.var.context, { eventId }, memberId), 200);
    })
    .openapi(restoreAtCommunity, async (c) => {
      const { id: communityId, memberId } = c.req.valid("param");
      return c.json(await restoreOrganizing(c.var.context, { communityId }, memberId), 200);
    })
    .openapi(changeRole, async (c) => {
      const { id, memberId } = c.req.valid("param");
      return c.json(await setRole(c.var.context, id, memberId, c.req.valid("json")), 200);
    });
