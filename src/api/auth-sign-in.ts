import { createRoute, z } from "@hono/zod-openapi";
import { IdTokenInput, LoginInput, RegisterInput, User as UserShape } from "#domain/members/shapes.ts";
import {
  attempt,
  firebaseOf,
  type IdentityEnv,
  only,
  ownOrigin,
  passwordsOf,
  withPublicPhoto,
} from "./auth-requests.ts";
import { reply, setCookies } from "./auth-answers.ts";
import { answer, body, call, named, refusals, resource } from "./openapi.ts";
import { outcomePage } from "./popup-page.ts";
import { jsonBody } from "./requests.ts";

const User = named(UserShape, "User");
/** A parameter from Google; an invalid one counts as missing, because the window must show a page. */
const sent = z.string().optional().catch(undefined).openapi({ type: "string" });

const register = call({
  operationId: "register",
  summary: "Create an account and log in to it: sets the session's cookie",
  method: "post",
  path: "/auth/sign-up/email",
  middleware: [only(passwordsOf), ownOrigin, attempt("sign_up"), attempt("outreach"), jsonBody],
  request: { body: body(RegisterInput) },
  responses: {
    200: answer(z.object({ user: User }), "The new member"),
    ...refusals("untrusted_origin", "email_taken"),
    ...refusals("no_such_call", "too_many_attempts", "too_many_mails"),
  },
});

const logIn = call({
  operationId: "logIn",
  summary: "Log in: sets the session's cookie",
  method: "post",
  path: "/auth/sign-in/email",
  middleware: [only(passwordsOf), ownOrigin, attempt("sign_in"), jsonBody],
  request: { body: body(LoginInput) },
  responses: {
    200: answer(z.object({ user: User }), "The member"),
    ...refusals("invalid_credentials", "untrusted_origin", "suspended"),
    ...refusals("too_many_attempts", "no_such_call"),
  },
});

const logInWithFirebase = call({
  operationId: "logInWithFirebase",
  summary: "Log in with an ID token of Firebase Authentication, on a site that uses it: sets the session's cookie",
  method: "post",
  path: "/auth/sign-in/firebase",
  middleware: [only(firebaseOf), ownOrigin, attempt("sign_up"), jsonBody],
  request: { body: body(IdTokenInput) },
  responses: {
    200: answer(z.object({ user: User }), "The member, new or existing"),
    ...refusals("id_token_invalid", "untrusted_origin", "suspended", "no_such_call", "account_not_linked"),
    ...refusals("email_needed", "too_many_attempts", "sign_in_unreachable"),
  },
});

const logInWithGoogle = call({
  operationId: "logInWithGoogle",
  summary: "Start logging in with Google: sets a cookie that the callback requires, and returns the address to open",
  method: "post",
  path: "/auth/sign-in/google",
  middleware: [ownOrigin, attempt("sign_in")],
  responses: {
    200: answer(
      z.object({ url: z.url() }),
      "The address at which the person logs in, for a window of 500 to 600 pixels",
    ),
    ...refusals("too_large", "untrusted_origin", "too_many_attempts", "no_google_sign_in", "google_unreachable"),
  },
});

// Not declared by `call`: its query is never refused as invalid, because the page itself shows what Google sent.
const finishGoogle = createRoute({
  operationId: "finishGoogle",
  summary: "The address to which Google sends that window back, with a `code` or an `error`: sets the session's cookie",
  method: "get",
  path: "/auth/callback/google",
  request: { query: z.object({ code: sent, state: sent, error: sent, iss: sent }) },
  responses: {
    200: {
      description: "A page that tells the window which opened it the outcome, and closes",
      content: { "text/html": { schema: z.string() } },
    },
    ...refusals("no_such_call"),
  },
});

const logOut = call({
  operationId: "logOut",
  summary: "End the session, if there is one",
  method: "post",
  path: "/auth/sign-out",
  middleware: [ownOrigin],
  responses: {
    200: answer(z.object({ success: z.literal(true) }), "The session has ended"),
    ...refusals("too_large", "untrusted_origin"),
  },
});

/** The calls to log in and to log out. */
export const signInCalls = resource<IdentityEnv>()
  .openapi(register, async (c) =>
    reply(c, await passwordsOf(c.var).signUp(c.var.caller, withPublicPhoto(c, c.req.valid("json")))),
  )
  .openapi(logIn, async (c) => reply(c, await passwordsOf(c.var).signIn(c.var.caller, c.req.valid("json"))))
  .openapi(logInWithFirebase, async (c) => reply(c, await firebaseOf(c.var).signIn(c.var.caller, c.req.valid("json"))))
  .openapi(logInWithGoogle, async (c) => reply(c, await c.var.auth.google.start(c.var.caller)))
  .openapi(finishGoogle, async (c) => {
    const ended = await c.var.auth.google.finish(c.var.caller, c.req.valid("query"));
    setCookies(c, ended);
    return outcomePage(c, ended.outcome);
  })
  .openapi(logOut, async (c) => {
    setCookies(c, await c.var.auth.sessions.end(c.var.caller));
    return c.json({ success: true as const }, 200);
  });
