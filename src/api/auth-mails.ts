import { z } from "@hono/zod-openapi";
import { LinkInput, NewPasswordInput, ResetInput } from "#domain/members/shapes.ts";
import { Done, done, reply, session } from "./auth-answers.ts";
import { attempt, type IdentityEnv, only, ownOrigin, passwordsOf } from "./auth-requests.ts";
import { answer, body, call, refusals, resource } from "./openapi.ts";
import { jsonBody } from "./requests.ts";

const requestPasswordReset = call({
  operationId: "requestPasswordReset",
  summary: "Request a mail with a link to a new password; the answer is the same for every address",
  method: "post",
  path: "/auth/request-password-reset",
  middleware: [only(passwordsOf), ownOrigin, attempt("mail"), attempt("outreach"), jsonBody],
  request: { body: body(ResetInput) },
  responses: {
    200: answer(Done, "A link is sent if there is an account"),
    ...refusals("untrusted_origin"),
    ...refusals("no_such_call", "too_many_attempts", "too_many_mails"),
  },
});

const checkPasswordReset = call({
  operationId: "checkPasswordReset",
  summary:
    "Check whether a mailed link to a new password works; this does not use it up, and reveals nothing about its account",
  method: "post",
  path: "/auth/reset-password/check",
  middleware: [only(passwordsOf), ownOrigin, attempt("mail"), jsonBody],
  request: { body: body(LinkInput) },
  responses: {
    200: answer(Done, "The link works"),
    ...refusals("untrusted_origin", "link_used", "too_many_attempts"),
    ...refusals("no_such_call"),
  },
});

const resetPassword = call({
  operationId: "resetPassword",
  summary: "Set a new password by a mailed link; ends all other access to the account",
  method: "post",
  path: "/auth/reset-password",
  middleware: [only(passwordsOf), ownOrigin, attempt("mail"), jsonBody],
  request: { body: body(NewPasswordInput) },
  responses: {
    200: answer(Done, "The new password is set"),
    ...refusals("untrusted_origin", "link_used", "too_many_attempts"),
    ...refusals("no_such_call"),
  },
});

const sendVerificationEmail = call({
  operationId: "sendVerificationEmail",
  summary: "Request the link again that confirms your e-mail address",
  method: "post",
  path: "/auth/send-verification-email",
  middleware: [ownOrigin, attempt("mail")],
  security: session,
  responses: {
    200: answer(Done, "The link is sent, unless the address is confirmed"),
    ...refusals("too_large", "untrusted_origin", "too_many_attempts", "too_many_mails"),
  },
});

const Confirmed = Done.extend({ published: z.int().describe("The number of your events that had waited for it") });

const confirmEmail = call({
  operationId: "confirmEmail",
  summary: "Confirm an e-mail address by a mailed link, logged in to the account that requested it",
  method: "post",
  path: "/auth/confirm-email",
  middleware: [ownOrigin, attempt("mail"), jsonBody],
  security: [{}, ...session],
  request: { body: body(LinkInput) },
  responses: {
    200: answer(Confirmed, "The address is confirmed, and belongs to the member"),
    ...refusals("sign_in_required", "untrusted_origin", "other_account", "email_taken", "link_used"),
    ...refusals("too_many_attempts"),
  },
});

/** The calls that request mails, and those behind their links. */
export const mailCalls = resource<IdentityEnv>()
  .openapi(requestPasswordReset, async (c) => done(c, passwordsOf(c.var).requestReset(c.req.valid("json"))))
  .openapi(checkPasswordReset, async (c) => done(c, passwordsOf(c.var).checkReset(c.req.valid("json"))))
  .openapi(resetPassword, async (c) => done(c, passwordsOf(c.var).reset(c.req.valid("json"))))
  .openapi(sendVerificationEmail, async (c) => done(c, c.var.auth.account.requestVerification(c.var.caller)))
  .openapi(confirmEmail, async (c) => {
    const confirmed = await c.var.auth.account.verifyEmail(c.var.caller, c.req.valid("json"));
    return reply(c, { ...confirmed, status: true as const });
  });
