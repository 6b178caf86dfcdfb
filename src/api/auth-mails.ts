import { createRoute } from "@hono/zod-openapi";
import { LinkInput, NewPasswordInput, ResetInput } from "#domain/members/shapes.ts";
import { Done, done, session } from "./auth-answers.ts";
import { attempt, type IdentityEnv, only, ownOrigin, passwordsOf } from "./auth-requests.ts";
import { answer, body, refusals, resource } from "./openapi.ts";
import { jsonBody } from "./requests.ts";

const requestPasswordReset = createRoute({
  operationId: "requestPasswordReset",
  summary: "Have a link to a new password mailed; the answer is the same for every address",
  method: "post",
  path: "/auth/request-password-reset",
  middleware: [only(passwordsOf), ownOrigin, attempt("mail"), jsonBody],
  request: { body: body(ResetInput) },
  responses: {
    200: answer(Done, "A link is on its way if there is an account"),
    ...refusals("invalid_json", "untrusted_origin", "too_large", "invalid", "too_many_attempts", "no_such_call"),
  },
});

const resetPassword = createRoute({
  operationId: "resetPassword",
  summary: "Choose a new password by a mailed link; ends every session",
  method: "post",
  path: "/auth/reset-password",
  middleware: [only(passwordsOf), ownOrigin, attempt("mail"), jsonBody],
  request: { body: body(NewPasswordInput) },
  responses: {
    200: answer(Done, "The new password holds"),
    ...refusals("invalid_json", "untrusted_origin", "link_used", "too_large", "invalid", "too_many_attempts"),
    ...refusals("no_such_call"),
  },
});

const sendVerificationEmail = createRoute({
  operationId: "sendVerificationEmail",
  summary: "Have the link that confirms your e-mail address mailed again",
  method: "post",
  path: "/auth/send-verification-email",
  middleware: [ownOrigin, attempt("mail")],
  security: session,
  responses: {
    200: answer(Done, "It is on its way, if the address is not confirmed yet"),
    ...refusals("sign_in_required", "untrusted_origin", "too_large", "too_many_attempts"),
  },
});

const confirmEmail = createRoute({
  operationId: "confirmEmail",
  summary: "Confirm an e-mail address by a mailed link",
  method: "post",
  path: "/auth/confirm-email",
  middleware: [ownOrigin, attempt("mail"), jsonBody],
  request: { body: body(LinkInput) },
  responses: {
    200: answer(Done, "The address is confirmed, and the member's own"),
    ...refusals("invalid_json", "untrusted_origin", "email_taken", "link_used", "too_large", "invalid"),
    ...refusals("too_many_attempts"),
  },
});

/** What mails are asked for by, and what their links lead to. */
export const mailCalls = resource<IdentityEnv>()
  .openapi(requestPasswordReset, async (c) => done(c, passwordsOf(c.var).requestReset(c.req.valid("json"))))
  .openapi(resetPassword, async (c) => done(c, passwordsOf(c.var).reset(c.req.valid("json"))))
  .openapi(sendVerificationEmail, async (c) => done(c, c.var.auth.account.requestVerification(c.var.caller)))
  .openapi(confirmEmail, async (c) => done(c, c.var.auth.account.verifyEmail(c.req.valid("json"))));
