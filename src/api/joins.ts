import { createRoute, z } from "@hono/zod-openapi";
import { joinEvent, leaveBehind, leaveEvent, reconcileParticipants, takeOffer } from "#domain/joins/commands.ts";
import { isJoined, listJoinedEvents } from "#domain/joins/queries.ts";
import {
  Acknowledged,
  Join as JoinShape,
  JoinAnswer,
  JoinedCheck,
  JoinedFilter,
  JoinInput,
} from "#domain/joins/shapes.ts";
import { answer, body, idParam, named, page, pageHeaders, refusals, resource, signedIn } from "./openapi.ts";

const Join = named(JoinShape, "Join");

const join = createRoute({
  operationId: "joinEvent",
  summary: "Take a place at an event, and one for each who comes along",
  method: "post",
  path: "/join-event",
  security: signedIn,
  request: { body: body(JoinInput) },
  responses: {
    200: answer(JoinAnswer, "The places are yours, or your place in the line for them"),
    ...refusals("invalid_json", "sign_in_required", "not_yours", "not_found"),
    ...refusals("already_joined", "event_over", "event_cancelled", "too_large", "invalid"),
  },
});

const reconcile = createRoute({
  operationId: "reconcileParticipants",
  summary: "Set an event's participant count to the number of its joins; changes nothing when it is right",
  method: "patch",
  path: "/join-event/{eventId}",
  security: signedIn,
  request: { params: z.object({ eventId: z.string() }) },
  responses: { 200: answer(Acknowledged, "The count is right"), ...refusals("sign_in_required", "not_found") },
});

const leave = createRoute({
  operationId: "leaveEvent",
  summary: "Give your places back, or your place in the line; they are offered to the first who waits",
  method: "delete",
  path: "/join-event/{eventId}",
  security: signedIn,
  request: { params: z.object({ eventId: z.string() }) },
  responses: {
    200: answer(Acknowledged, "You have no place there"),
    ...refusals("sign_in_required", "not_found", "event_over"),
  },
});

const take = createRoute({
  operationId: "takeOffer",
  summary: "Take the places that are offered to you, or, first in line with a group, what is free for it",
  method: "post",
  path: "/join-event/{eventId}/take",
  security: signedIn,
  request: { params: z.object({ eventId: z.string() }) },
  responses: {
    200: answer(JoinAnswer, "The places are yours"),
    ...refusals("sign_in_required", "not_found", "event_over", "event_cancelled", "no_offer"),
  },
});

const leaveOneBehind = createRoute({
  operationId: "leaveBehind",
  summary: "Give the place of one who was to come along back, or take them out of the line",
  method: "delete",
  path: "/join-event/{eventId}/companions/{companionId}",
  security: signedIn,
  request: { params: z.object({ eventId: z.string(), companionId: z.string() }) },
  responses: {
    200: answer(Acknowledged, "Their place is free"),
    ...refusals("sign_in_required", "not_found", "event_over"),
  },
});

const check = createRoute({
  operationId: "isJoined",
  summary: "Ask whether you have joined an event; without a token the answer is no",
  method: "get",
  path: "/already-joined/{id}",
  security: [{}, ...signedIn],
  request: { params: idParam },
  responses: {
    200: answer(JoinedCheck, "Whether you have a place, or wait for one, and in which position"),
    ...refusals("not_found"),
  },
});

const joined = createRoute({
  operationId: "listJoinedEvents",
  summary: "List the places that you have taken, newest first",
  method: "get",
  path: "/joined-events",
  security: signedIn,
  request: { query: JoinedFilter },
  responses: {
    200: page(Join, "One page of your places"),
    ...refusals("sign_in_required", "not_yours", "invalid"),
  },
});

/** Specification 7: the calls about joining. */
export const joins = resource()
  .openapi(join, async (c) => c.json(await joinEvent(c.var.context, c.req.valid("json")), 200))
  .openapi(reconcile, async (c) =>
    c.json(await reconcileParticipants(c.var.context, c.req.valid("param").eventId), 200),
  )
  .openapi(leave, async (c) => c.json(await leaveEvent(c.var.context, c.req.valid("param").eventId), 200))
  .openapi(take, async (c) => c.json(await takeOffer(c.var.context, c.req.valid("param").eventId), 200))
  .openapi(leaveOneBehind, async (c) => {
    const { eventId, companionId } = c.req.valid("param");
    return c.json(await leaveBehind(c.var.context, eventId, companionId), 200);
  })
  .openapi(check, async (c) => c.json(await isJoined(c.var.context, c.req.valid("param").id), 200))
  .openapi(joined, async (c) => {
    const found = await listJoinedEvents(c.var.context, c.req.valid("query"));
    return c.json(found.rows, 200, pageHeaders(c.req.url, found));
  });
