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
    200: answer(Acknowledged, "If somebody has this address who organizes here, they get a mail; whether is not told"),
    ...refusals("email_unconfirmed", "under_review", "not_found"),
    ...refusals("assertion_needless", "event_not_over", "assertion_late", "assertion_open"),
    ...refusals("too_many_mails"),
  },
});

const withdraw = call({
  operationId: "withdrawAssertion",
  summary: "Withdraw what you have asked a second organizer, as long as they have not answered",
  method: "delete",
  path: "/account/record/{id}/assertion",
  security: signedIn,
  request: { params: idParam },
  responses: {
    200: answer(Acknowledged, "It cannot be answered any more"),
    ...refusals("not_found", "assertion_gone"),
  },
});

const list = call({
  operationId: "listAssertions",
  summary: "List whose hours you are asked to assert as a second organizer, and whose you assert",
  method: "get",
  path: "/account/asserting",
  security: signedIn,
  request: {},
  responses: { 200: answer(Assertions, "Both, the latest first"), ...refusals("sign_in_required") },
});

const reply = call({
  operationId: "answerAssertion",
  summary: "Assert somebody's hours as a second organizer, decline to, or take back that you did",
  method: "put",
  path: "/account/asserting/{id}",
  security: signedIn,
  request: { params: assertionParam, body: body(AssertionAnswer) },
  responses: {
    200: answer(Acknowledged, "Whose hours they are is told; proofs end with what is taken back"),
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
