import { z } from "@hono/zod-openapi";
import type { LinkSigner } from "../ports.ts";
import {
  acceptOfferByLink,
  confirmAttendanceByLink,
  getLinkedRegistration,
  leaveByLink,
  removeGuestsByLink,
  sayAboutByLink,
} from "./action-links.ts";
import { acceptOffer, joinEvent, leaveEvent, reconcileCounts, removeGuest, sayAbout } from "./commands.ts";
import { getOwnRegistration, listJoinedEvents } from "./queries.ts";
import {
  AboutInput,
  GuestsInput,
  JoinAnswer,
  JoinedFilter,
  JoinInput,
  LinkedRegistration,
  OwnRegistration,
  Registration as RegistrationShape,
  RegistrationChanged,
} from "./shapes.ts";
import { Acknowledged } from "../shapes.ts";
import {
  answer,
  body,
  call,
  idParam,
  linkParam,
  named,
  page,
  pageHeaders,
  refusals,
  resource,
  signedIn,
} from "#api/openapi.ts";

const Registration = named(RegistrationShape, "Join");

const ofEvent = { security: signedIn, request: { params: z.object({ eventId: z.string() }) } };
const byLink = { request: { params: linkParam } };

const join = call({
  operationId: "joinEvent",
  summary: "Join an event, with a spot for you and for each guest that you bring",
  method: "post",
  path: "/join-event",
  security: signedIn,
  request: { body: body(JoinInput) },
  responses: {
    200: answer(JoinAnswer, "The spots are yours, or your position on the waitlist"),
    ...refusals("not_yours", "under_review", "not_found"),
    ...refusals("already_joined", "event_over", "event_cancelled", "cannot_join"),
  },
});

const reconcile = call({
  operationId: "reconcileParticipants",
  summary: "Recount an event's participants; changes nothing if the count is right",
  method: "patch",
  path: "/join-event/{eventId}",
  ...ofEvent,
  responses: {
    200: answer(Acknowledged, "The count is right"),
    ...refusals("not_found", "under_review"),
  },
});

const leave = call({
  operationId: "leaveEvent",
  summary: "Leave an event or its waitlist; your spots are offered to the next people on the waitlist",
  method: "delete",
  path: "/join-event/{eventId}",
  ...ofEvent,
  responses: {
    200: answer(RegistrationChanged, "You have no registration there"),
    ...refusals("not_found", "event_over"),
  },
});

const accept = call({
  operationId: "acceptOffer",
  summary:
    "Accept the spots that are offered to you, or spots that are free for your party without an offer, as all are from 18 hours before the event",
  method: "post",
  path: "/join-event/{eventId}/accept",
  ...ofEvent,
  responses: {
    200: answer(JoinAnswer, "The spots are yours"),
    ...refusals("not_found", "under_review", "event_over", "event_cancelled", "no_offer"),
  },
});

const removeOneGuest = call({
  operationId: "leaveGuest",
  summary: "Give the spot of one of your guests back, or take them off the waitlist",
  method: "delete",
  path: "/join-event/{eventId}/guests/{guestId}",
  security: signedIn,
  request: { params: z.object({ eventId: z.string(), guestId: z.string() }) },
  responses: {
    200: answer(RegistrationChanged, "Their spot is free"),
    ...refusals("not_found", "event_over"),
  },
});

const about = call({
  operationId: "sayAbout",
  summary:
    "Give the organizer details of you and your guests: a phone number, who is under 18, and which guardians have agreed",
  method: "put",
  path: "/join-event/{eventId}/about",
  ...ofEvent,
  request: { ...ofEvent.request, body: body(AboutInput) },
  responses: {
    200: answer(RegistrationChanged, "It is noted"),
    ...refusals("not_found", "event_over"),
  },
});

const check = call({
  operationId: "isJoined",
  summary: "Ask whether you have joined an event; without a token the answer is no",
  method: "get",
  path: "/already-joined/{id}",
  security: [{}, ...signedIn],
  request: { params: idParam },
  responses: {
    200: answer(OwnRegistration, "Whether you have joined, or are on the waitlist, and in which position"),
    ...refusals("not_found"),
  },
});

const registrationsPage = page(Registration, "One page of your registrations");

const list = call({
  operationId: "listJoinedEvents",
  summary: "List your registrations: coming events soonest first, then past ones latest first",
  method: "get",
  path: "/joined-events",
  security: signedIn,
  request: { query: JoinedFilter },
  responses: {
    200: {
      ...registrationsPage,
      headers: registrationsPage.headers.extend({
        "X-Waitlisted-Count": z.string().openapi({ description: "The number of all rows that are on a waitlist" }),
      }),
    },
    ...refusals("not_yours"),
  },
});

const readLink = call({
  operationId: "getLinkedSpot",
  summary: "Read the registration that a mail's link is about; works signed out",
  method: "get",
  path: "/spots/{token}",
  ...byLink,
  responses: {
    200: answer(LinkedRegistration, "The event, and what you have there"),
    ...refusals("link_broken", "spot_gone"),
  },
});

const confirmByLink = call({
  operationId: "confirmSpot",
  summary: "Confirm your attendance",
  method: "post",
  path: "/spots/{token}/confirm",
  ...byLink,
  responses: {
    200: answer(Acknowledged, "The organizer knows"),
    ...refusals("link_broken", "spot_gone", "event_over", "event_cancelled", "no_offer"),
  },
});

const acceptByLink = call({
  operationId: "acceptSpot",
  summary: "Accept the spots that you are offered",
  method: "post",
  path: "/spots/{token}/accept",
  ...byLink,
  responses: {
    200: answer(Acknowledged, "They are yours"),
    ...refusals("link_broken", "spot_gone", "under_review", "event_over", "event_cancelled", "no_offer"),
  },
});

const leaveLinked = call({
  operationId: "freeSpot",
  summary: "Leave the event or its waitlist",
  method: "delete",
  path: "/spots/{token}",
  ...byLink,
  responses: {
    200: answer(Acknowledged, "You have no registration there"),
    ...refusals("link_broken", "spot_gone", "event_over"),
  },
});

const removeLinkedGuests = call({
  operationId: "freeGuestSpots",
  summary: "Give the spots of some of your guests back, or take them off the waitlist; you keep your own",
  method: "post",
  path: "/spots/{token}/guests/free",
  request: { params: linkParam, body: body(GuestsInput) },
  responses: {
    200: answer(Acknowledged, "Their spots are free"),
    ...refusals("link_broken", "not_found", "spot_gone", "event_over"),
  },
});

const sayLinkedAbout = call({
  operationId: "saySpotAbout",
  summary: "Give the organizer details of you and your guests; works signed out",
  method: "put",
  path: "/spots/{token}/about",
  request: { params: linkParam, body: body(AboutInput) },
  responses: {
    200: answer(Acknowledged, "It is kept until 30 days after the event"),
    ...refusals("link_broken", "spot_gone", "event_over"),
  },
});

/**
 * Specification 7: the calls about joining, and those of the action links in mails. Opening a link, as mail scanners
 * do, changes nothing.
 */
export const registrations = (links: LinkSigner) => {
  const idIn = ({ token }: { token: string }) => links.read("registration", token);
  return resource()
    .openapi(join, async (c) => c.json(await joinEvent(c.var.context, c.req.valid("json")), 200))
    .openapi(reconcile, async (c) => c.json(await reconcileCounts(c.var.context, c.req.valid("param").eventId), 200))
    .openapi(leave, async (c) => c.json(await leaveEvent(c.var.context, c.req.valid("param").eventId), 200))
    .openapi(accept, async (c) => c.json(await acceptOffer(c.var.context, c.req.valid("param").eventId), 200))
    .openapi(removeOneGuest, async (c) => {
      const { eventId, guestId } = c.req.valid("param");
      return c.json(await removeGuest(c.var.context, eventId, guestId), 200);
    })
    .openapi(about, async (c) =>
      c.json(await sayAbout(c.var.context, c.req.valid("param").eventId, c.req.valid("json")), 200),
    )
    .openapi(check, async (c) => c.json(await getOwnRegistration(c.var.context, c.req.valid("param").id), 200))
    .openapi(list, async (c) => {
      const found = await listJoinedEvents(c.var.context, c.req.valid("query"));
      const headers = { ...pageHeaders(c.req.url, found), "X-Waitlisted-Count": String(found.waitlisted) };
      return c.json(found.rows, 200, headers);
    })
    .openapi(readLink, async (c) => c.json(await getLinkedRegistration(c.var.context, idIn(c.req.valid("param"))), 200))
    .openapi(confirmByLink, async (c) =>
      c.json(await confirmAttendanceByLink(c.var.context, idIn(c.req.valid("param"))), 200),
    )
    .openapi(acceptByLink, async (c) => c.json(await acceptOfferByLink(c.var.context, idIn(c.req.valid("param"))), 200))
    .openapi(removeLinkedGuests, async (c) =>
      c.json(await removeGuestsByLink(c.var.context, idIn(c.req.valid("param")), c.req.valid("json")), 200),
    )
    .openapi(sayLinkedAbout, async (c) =>
      c.json(await sayAboutByLink(c.var.context, idIn(c.req.valid("param")), c.req.valid("json")), 200),
    )
    .openapi(leaveLinked, async (c) => c.json(await leaveByLink(c.var.context, idIn(c.req.valid("param"))), 200));
};
