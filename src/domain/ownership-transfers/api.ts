import { endOwnershipTransfer, offerOwnership, acceptOwnership } from "./commands.ts";
import { giveEvent } from "./giving.ts";
import { getOwnershipTransfer } from "./queries.ts";
import { GivingInput, OwnershipTransfer, TransferInput } from "./shapes.ts";
import type { AuthProvider } from "../identity.ts";
import type { LimitAttempts } from "../ports.ts";
import { Acknowledged } from "../shapes.ts";
import { answer, body, call, idParam, refusals, resource, signedIn } from "#api/openapi.ts";
import { withProof } from "#api/requests.ts";

const own = { security: signedIn, request: { params: idParam } };

const offer = call({
  operationId: "offerEvent",
  summary: "Ask another person to take over an event of your own; needs a proof of identity from the last ten minutes",
  method: "post",
  path: "/events/{id}/hand-over",
  security: signedIn,
  request: { params: idParam, body: body(TransferInput) },
  responses: {
    200: answer(Acknowledged, "They are told by mail"),
    ...refusals("not_yours", "log_in_again", "email_unconfirmed", "under_review"),
    ...refusals("not_found", "event_over", "of_community"),
    ...refusals("too_many_mails"),
  },
});

const read = call({
  operationId: "getOffer",
  summary: "See whether an event is being transferred: to whom, if it is yours, and whether to you",
  method: "get",
  path: "/events/{id}/hand-over",
  ...own,
  responses: { 200: answer(OwnershipTransfer, "The offer"), ...refusals("sign_in_required", "not_found") },
});

const end = call({
  operationId: "endOffer",
  summary: "Withdraw a transfer that you started, or decline one that is offered to you",
  method: "delete",
  path: "/events/{id}/hand-over",
  ...own,
  responses: { 200: answer(Acknowledged, "It is not offered any more"), ...refusals("sign_in_required", "not_found") },
});

const take = call({
  operationId: "takeOver",
  summary: "Become the organizer of an event that is offered to you",
  method: "post",
  path: "/events/{id}/take-over",
  ...own,
  responses: {
    200: answer(Acknowledged, "It is yours"),
    ...refusals("email_unconfirmed", "under_review", "not_found"),
  },
});

const give = call({
  operationId: "giveEvent",
  summary: "Give an event to a community that you organize, or give it back to the member who answers for it",
  method: "put",
  path: "/events/{id}/community",
  security: signedIn,
  request: { params: idParam, body: body(GivingInput) },
  responses: {
    200: answer(Acknowledged, "It belongs to the community, or to its organizer again"),
    ...refusals("not_yours", "not_found", "under_review"),
  },
});

/** The calls to transfer an event to another organizer, or to a community. */
export const ownershipTransfers = (auth: Pick<AuthProvider, "lastProof">, limitAttempts: LimitAttempts) =>
  resource()
    .openapi(offer, async (c) => {
      const ctx = { ...(await withProof(c, auth)), limitAttempts };
      return c.json(await offerOwnership(ctx, c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(give, async (c) =>
      c.json(await giveEvent(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(read, async (c) => c.json(await getOwnershipTransfer(c.var.context, c.req.valid("param").id), 200))
    .openapi(end, async (c) => c.json(await endOwnershipTransfer(c.var.context, c.req.valid("param").id), 200))
    .openapi(take, async (c) => c.json(await acceptOwnership(c.var.context, c.req.valid("param").id), 200));
