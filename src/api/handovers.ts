import { createRoute } from "@hono/zod-openapi";
import { endOffer, offerEvent, takeOver } from "#domain/handovers/commands.ts";
import { getOffer } from "#domain/handovers/queries.ts";
import { Offer, OfferAnswer, OfferInput } from "#domain/handovers/shapes.ts";
import { answer, body, idParam, refusals, resource, signedIn } from "./openapi.ts";

const own = { security: signedIn, request: { params: idParam } };

const offer = createRoute({
  operationId: "offerEvent",
  summary: "Offer an event of your own to somebody else to organise",
  method: "post",
  path: "/events/{id}/hand-over",
  security: signedIn,
  request: { params: idParam, body: body(OfferInput) },
  responses: {
    200: answer(OfferAnswer, "They are told by mail"),
    ...refusals("invalid_json", "sign_in_required", "not_yours", "not_found", "event_over", "too_large", "invalid"),
  },
});

const read = createRoute({
  operationId: "getOffer",
  summary: "Ask whether an event is offered, to whom if it is yours, and whether to you",
  method: "get",
  path: "/events/{id}/hand-over",
  ...own,
  responses: { 200: answer(Offer, "The offer"), ...refusals("sign_in_required", "not_found") },
});

const end = createRoute({
  operationId: "endOffer",
  summary: "Take an offer back, or decline it",
  method: "delete",
  path: "/events/{id}/hand-over",
  ...own,
  responses: { 200: answer(OfferAnswer, "It is not offered any more"), ...refusals("sign_in_required", "not_found") },
});

const take = createRoute({
  operationId: "takeOver",
  summary: "Become the organiser of an event that is offered to you",
  method: "post",
  path: "/events/{id}/take-over",
  ...own,
  responses: {
    200: answer(OfferAnswer, "It is yours"),
    ...refusals("sign_in_required", "email_unconfirmed", "not_found"),
  },
});

/** Handing an event over, such as before one deletes one's account. */
export const handovers = resource()
  .openapi(offer, async (c) =>
    c.json(await offerEvent(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200),
  )
  .openapi(read, async (c) => c.json(await getOffer(c.var.context, c.req.valid("param").id), 200))
  .openapi(end, async (c) => c.json(await endOffer(c.var.context, c.req.valid("param").id), 200))
  .openapi(take, async (c) => c.json(await takeOver(c.var.context, c.req.valid("param").id), 200));
