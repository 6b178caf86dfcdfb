import { z } from "@hono/zod-openapi";
import { ClaimInput, CodeInput, LinkInput, User as UserShape } from "#domain/members/shapes.ts";
import {
  JoinAnswer,
  JoinByMailInput,
  LogInByMailInput,
  MailAsked as MailAskedShape,
  MailSignedIn as MailSignedInShape,
  MailSignIn as MailSignInShape,
} from "#domain/registrations/shapes.ts";
import { Done, done, reply, setCookies } from "./auth-answers.ts";
import { attempt, type IdentityEnv, mailSignInOf, only, ownOrigin } from "./auth-requests.ts";
import { answer, body, call, named, refusals, resource } from "./openapi.ts";
import { jsonBody } from "./requests.ts";

const MailAsked = named(MailAskedShape, "MailAsked");
const MailSignIn = named(MailSignInShape, "MailSignIn");
const MailSignedIn = named(MailSignedInShape, "MailSignedIn");
const User = named(UserShape, "User");
const always = ["untrusted_origin", "no_such_call"] as const;
const limited = [...always, "too_many_attempts"] as const;

const askForCode = call({
  operationId: "askForCode",
  summary: "Request a mail with a code and a link to log in; the answer is the same for every address",
  method: "post",
  path: "/auth/mailed/ask",
  middleware: [only(mailSignInOf), ownOrigin, attempt("mail"), attempt("outreach"), jsonBody],
  request: { body: body(LogInByMailInput) },
  responses: {
    200: answer(MailAsked, "Both are sent if there is an account"),
    ...refusals(...limited, "too_many_mails"),
  },
});

const joinByMail = call({
  operationId: "joinByMail",
  summary: "Join an event with a name and an address: spots are held until a mailed code or link confirms the address",
  method: "post",
  path: "/auth/mailed/join",
  middleware: [only(mailSignInOf), ownOrigin, attempt("sign_up"), attempt("outreach"), jsonBody],
  request: { body: body(JoinByMailInput) },
  responses: {
    200: answer(
      z.union([MailAsked, z.object({ user: User, join: JoinAnswer })]),
      "Both are sent, to any address; on a site that sends no mail, you are logged in to a new account and have joined",
    ),
    ...refusals(
      ...limited,
      "too_many_mails",
      "not_found",
      "under_review",
      "event_over",
      "event_cancelled",
      "email_taken",
    ),
  },
});

const sendCodeAgain = call({
  operationId: "sendCodeAgain",
  summary: "Request another code and link; the earlier ones stop working",
  method: "post",
  path: "/auth/mailed/again",
  middleware: [only(mailSignInOf), ownOrigin, attempt("mail"), attempt("outreach"), jsonBody],
  request: { body: body(ClaimInput) },
  responses: { 200: answer(Done, "Both are sent"), ...refusals(...limited, "too_many_mails", "code_expired") },
});

const readMailSignIn = call({
  operationId: "readMailSignIn",
  summary: "Read what your browser has requested by mail, and until when spots are held for it",
  method: "post",
  path: "/auth/mailed/read",
  middleware: [only(mailSignInOf), ownOrigin, jsonBody],
  request: { body: body(ClaimInput) },
  responses: { 200: answer(MailSignIn, "The request that waits for its code"), ...refusals(...always, "code_expired") },
});

const endMailSignIn = call({
  operationId: "endMailSignIn",
  summary: "Cancel the request: the held spots become free, and the code and the link stop working",
  method: "post",
  path: "/auth/mailed/end",
  middleware: [only(mailSignInOf), ownOrigin, jsonBody],
  request: { body: body(ClaimInput) },
  responses: { 200: answer(Done, "The request is canceled"), ...refusals(...always, "code_expired") },
});

const logInWithCode = call({
  operationId: "logInWithCode",
  summary:
    "Log in with the mailed code, in the browser that requested it, and join the event of the request: sets the session's cookie",
  method: "post",
  path: "/auth/mailed/code",
  middleware: [only(mailSignInOf), ownOrigin, attempt("sign_in"), jsonBody],
  request: { body: body(CodeInput) },
  responses: {
    200: answer(MailSignedIn, "The member, and the result of joining"),
    ...refusals(...limited, "code_expired", "suspended"),
  },
});

const logInWithLink = call({
  operationId: "logInWithLink",
  summary: "Log in with the mailed link, in any browser, and join the event of the request: sets the session's cookie",
  method: "post",
  path: "/auth/mailed/link",
  middleware: [only(mailSignInOf), ownOrigin, attempt("sign_in"), jsonBody],
  request: { body: body(LinkInput) },
  responses: {
    200: answer(MailSignedIn, "The member, and the result of joining"),
    ...refusals(...limited, "link_used", "suspended"),
  },
});

/** The calls to log in by a mail, and to join an event that way without logging in first. */
export const mailedCalls = resource<IdentityEnv>()
  .openapi(askForCode, async (c) => c.json(await mailSignInOf(c.var).ask(c.req.valid("json")), 200))
  .openapi(joinByMail, async (c) => {
    const answered = await mailSignInOf(c.var).join(c.var.caller, c.req.valid("json"));
    if ("claim" in answered) return c.json(answered, 200);
    const { cookies, ...rest } = answered;
    setCookies(c, { cookies });
    return c.json(rest, 200);
  })
  .openapi(sendCodeAgain, async (c) => done(c, mailSignInOf(c.var).again(c.req.valid("json"))))
  .openapi(readMailSignIn, async (c) => c.json(await mailSignInOf(c.var).read(c.req.valid("json")), 200))
  .openapi(endMailSignIn, async (c) => done(c, mailSignInOf(c.var).giveUp(c.req.valid("json"))))
  .openapi(logInWithCode, async (c) =>
    reply(c, await mailSignInOf(c.var).enterByCode(c.var.caller, c.req.valid("json"))),
  )
  .openapi(logInWithLink, async (c) =>
    reply(c, await mailSignInOf(c.var).enterByLink(c.var.caller, c.req.valid("json"))),
  );
