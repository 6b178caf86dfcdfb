import { z } from "@hono/zod-openapi";
import {
  Access,
  ChangeEmailInput,
  ChangePasswordInput,
  ProfileInput,
  SessionInput,
  User as UserShape,
} from "#domain/members/shapes.ts";
import { Done, done, reply, session, setCookies } from "./auth-answers.ts";
import { attempt, type IdentityEnv, ownOrigin, withPublicPhoto } from "./auth-requests.ts";
import { answer, body, call, named, refusals, resource } from "./openapi.ts";
import { jsonBody } from "./requests.ts";

const User = named(UserShape, "User");

const getAccess = call({
  operationId: "getAccess",
  summary: "List the ways in which you can log in, and the devices on which you are logged in",
  method: "get",
  path: "/auth/access",
  security: session,
  responses: { 200: answer(Access, "Ways and devices"), ...refusals("sign_in_required") },
});

const endSession = call({
  operationId: "endSession",
  summary: "Log out one of your devices",
  method: "post",
  path: "/auth/revoke-session",
  middleware: [ownOrigin, jsonBody],
  security: session,
  request: { body: body(SessionInput) },
  responses: {
    200: answer(Done, "The device is logged out"),
    ...refusals("untrusted_origin"),
  },
});

const endOtherSessions = call({
  operationId: "endOtherSessions",
  summary: "Log out all of your other devices",
  method: "post",
  path: "/auth/revoke-other-sessions",
  middleware: [ownOrigin],
  security: session,
  responses: {
    200: answer(Done, "Only this device is logged in"),
    ...refusals("too_large", "untrusted_origin"),
  },
});

const changePassword = call({
  operationId: "changePassword",
  summary: "Change your password, and log out all other devices",
  method: "post",
  path: "/auth/change-password",
  middleware: [ownOrigin, attempt("sign_in"), jsonBody],
  security: session,
  request: { body: body(ChangePasswordInput) },
  responses: {
    200: answer(Done, "The new password is set"),
    ...refusals("untrusted_origin", "no_password"),
    ...refusals("too_many_attempts", "too_many_mails"),
  },
});

const changeEmail = call({
  operationId: "changeEmail",
  summary: "Change your e-mail address: a link at the new one confirms it",
  method: "post",
  path: "/auth/change-email",
  middleware: [ownOrigin, attempt("mail"), jsonBody],
  security: session,
  request: { body: body(ChangeEmailInput) },
  responses: {
    200: answer(Done, "A link is sent to the new address, unless another account has it"),
    ...refusals("untrusted_origin", "log_in_again"),
    ...refusals("too_many_attempts", "too_many_mails"),
  },
});

const getSession = call({
  operationId: "getSession",
  summary: "Read who is logged in",
  method: "get",
  path: "/auth/get-session",
  security: [{}, ...session],
  responses: { 200: answer(z.object({ user: User }).nullable(), "The member, or null for a visitor") },
});

const getToken = call({
  operationId: "getToken",
  summary: "Exchange the session's cookie for a bearer token, valid for 15 minutes",
  method: "get",
  path: "/auth/token",
  security: session,
  responses: { 200: answer(z.object({ token: z.string() }), "The token"), ...refusals("sign_in_required") },
});

const updateProfile = call({
  operationId: "updateProfile",
  summary: "Change your name or photo; missing fields stay unchanged",
  method: "post",
  path: "/auth/update-user",
  middleware: [ownOrigin, jsonBody],
  security: session,
  request: { body: body(ProfileInput) },
  responses: {
    200: answer(Done, "The profile is changed"),
    ...refusals("untrusted_origin", "taken_down"),
  },
});

const getKeys = call({
  operationId: "getKeys",
  summary: "Read the public keys for checking tokens",
  method: "get",
  path: "/auth/jwks",
  responses: { 200: answer(z.object({ keys: z.array(z.object({ kid: z.string() })) }), "A JSON Web Key Set") },
});

/** The calls by which members see and change their account and its sessions, with the session's cookie. */
export const accountCalls = resource<IdentityEnv>()
  .openapi(getAccess, async (c) => c.json(await c.var.auth.sessions.list(c.var.caller), 200))
  .openapi(endSession, async (c) => done(c, c.var.auth.sessions.endOne(c.var.caller, c.req.valid("json"))))
  .openapi(endOtherSessions, async (c) => done(c, c.var.auth.sessions.endOthers(c.var.caller)))
  .openapi(changePassword, async (c) => done(c, c.var.auth.account.changePassword(c.var.caller, c.req.valid("json"))))
  .openapi(changeEmail, async (c) => done(c, c.var.auth.account.changeEmail(c.var.caller, c.req.valid("json"))))
  .openapi(getSession, async (c) => {
    const { user, cookies } = await c.var.auth.sessions.read(c.var.caller);
    if (user) return reply(c, { user, cookies });
    setCookies(c, { cookies });
    return c.json(null, 200);
  })
  .openapi(getToken, async (c) => reply(c, await c.var.auth.sessions.token(c.var.caller)))
  .openapi(updateProfile, async (c) =>
    done(c, c.var.auth.account.updateProfile(c.var.caller, withPublicPhoto(c, c.req.valid("json")))),
  )
  .openapi(getKeys, async (c) => c.json(await c.var.auth.sessions.keys(), 200));
