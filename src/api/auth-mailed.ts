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
  summary: "Have a code and a link to log in mailed; the answer is the same for every address",
  method: "post",
  path: "/auth/mailed/ask",
  middleware: [only(mailSignInOf), ownOrigin, attempt("mail"), attempt("outreach"), jsonBody],
  request: { body: body(LogInByMailInput) },
  responses: {
    200: answer(MailAsked, "Both are on their way if there is an account"),
    ...refusals(...limited, "too_many_mails"),
  },
});

const joinByMail = call({
  operationId: "joinByMail",
  summary:
    "Join an event with a name and an address: spots are kept while the address is confirmed by a mailed code or link",
  method: "post",
  path: "/auth/mailed/join",
  middleware: [only(mailSignInOf), ownOrigin, attempt("sign_up"), attempt("outreach"), jsonBody],
  request: { body: body(JoinByMailInput) },
  responses: {
    200: answer(
      z.union([MailAsked, z.object({ user: User, join: JoinAnswer })]),
      "Both are on their way, to any address; where no mail is sent, you are logged in to a new account and have joined",
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
  summary: "Have another code and link mailed; the earlier ones end",
  method: "post",
  path: "/auth/mailed/again",
  middleware: [only(mailSignInOf), ownOrigin, attempt("mail"), attempt("outreach"), jsonBody],
  request: { body: body(ClaimInput) },
  responses: { 200: answer(Done, "They are on their way"), ...refusals(...limited, "too_many_mails", "code_expired") },
});

const readMailSignIn = call({
  operationId: "readMailSignIn",
  summary: "Ask what your browser has asked for by mail, and until when spots are kept for it",
  method: "post",
  path: "/auth/mailed/read",
  middleware: [only(mailSignInOf), ownOrigin, jsonBody],
  request: { body: body(ClaimInput) },
  responses: { 200: answer(MailSignIn, "What waits for its code"), ...refusals(...always, "code_expired") },
});

const endMailSignIn = call({
  operationId: "endMailSignIn",
  summary: "Give back the spots that are kept, and end the code and the link",
  method: "post",
  path: "/auth/mailed/end",
  middleware: [only(mailSignInOf), ownOrigin, jsonBody],
  request: { body: body(ClaimInput) },
  responses: { 200: answer(Done, "Nothing is kept any more"), ...refusals(...always, "code_expired") },
});

const logInWithCode = call({
  operationId: "logInWithCode",
  summary:
    "Log in with the mailed code, where it was asked for, and join what you asked for: sets the session's cookie",
  method: "post",
  path: "/auth/mailed/code",
  middleware: [only(mailSignInOf), ownOrigin, attempt("sign_in"), jsonBody],
  request: { body: body(CodeInput) },
  responses: {
    200: answer(MailSignedIn, "The member, and what joining came to"),
    ...refusals(...limited, "code_expired", "suspended"),
  },
});

const logInWithLink = call({
  operationId: "logInWithLink",
  summary: "The same with the mailed link, in any browser",
  method: "post",
  path: "/auth/mailed/link",
  middleware: [only(mailSignInOf), ownOrigin, attempt("sign_in"), jsonBody],
  request: { body: body(LinkInput) },
  responses: { 200: answer(MailSignedIn, "The same"), ...refusals(...limited, "link_used", "suspended") },
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
