import { z } from "@hono/zod-openapi";
import { answerAssertion, askForAssertion, withdrawAssertion } from "./commands.ts";
import { listAssertions } from "./queries.ts";
import { AssertionAnswer, AssertionInput, Assertions as AssertionsShape } from "./shapes.ts";
import type { LimitAttempts } from "../ports.ts";
import { Acknowledged } from "../shapes.ts";
import { answer, body, call, idParam, named, refusals, resource, signedIn } from "#api/openapi.ts";

const Assertions = named(AssertionsShape, "Assertions");

const assertionParam = z.object({ id: z.string().openapi({ description: "The assertion's `_id`" }) });

const ask = call({
  operationId: "askForAssertion",
  summary: "Ask a second organizer to assert your hours at an event of your own",
  method: "post",
  path: "/account/record/{id}/assertion",
  security: signedIn,
  request: { params: idParam, body: body(AssertionInput) },
  responses: {
    200: answer(Acknowledged, "If an organizer here has this address, they get a mail; the answer does not tell"),
    ...refusals("email_unconfirmed", "under_review", "not_found"),
    ...refusals("assertion_needless", "event_not_over", "assertion_late", "assertion_open"),
    ...refusals("too_many_mails"),
  },
});

const withdraw = call({
  operationId: "withdrawAssertion",
  summary: "Withdraw your question to a second organizer, until they answer",
  method: "delete",
  path: "/account/record/{id}/assertion",
  security: signedIn,
  request: { params: idParam },
  responses: {
    200: answer(Acknowledged, "The question can no longer be answered"),
    ...refusals("not_found", "assertion_gone"),
  },
});

const list = call({
  operationId: "listAssertions",
  summary: "List the hours that you are asked to assert as a second organizer, and those that you have asserted",
  method: "get",
  path: "/account/asserting",
  security: signedIn,
  request: {},
  responses: { 200: answer(Assertions, "Both, the latest first"), ...refusals("sign_in_required") },
});

const reply = call({
  operationId: "answerAssertion",
  summary: "Assert a member's hours as a second organizer, decline, or withdraw your assertion",
  method: "put",
  path: "/account/asserting/{id}",
  security: signedIn,
  request: { params: assertionParam, body: body(AssertionAnswer) },
  responses: {
    200: answer(Acknowledged, "The member gets a mail; withdrawing ends the proofs of these hours"),
    ...refusals("email_unconfirmed", "not_found", "assertion_late"),
    ...refusals("assertion_gone"),
  },
});

/** Assertions by a second organizer about hours at the volunteer's own events. */
export const assertions = (limitAttempts: LimitAttempts) =>
  resource()
    .openapi(ask, async (c) =>
      c.json(
        await askForAssertion({ ...c.var.context, limitAttempts }, c.req.valid("param").id, c.req.valid("json")),
        200,
      ),
    )
    .openapi(withdraw, async (c) => c.json(await withdrawAssertion(c.var.context, c.req.valid("param").id), 200))
    .openapi(list, async (c) => c.json(await listAssertions(c.var.context), 200))
    .openapi(reply, async (c) =>
      c.json(await answerAssertion(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200),
    );
