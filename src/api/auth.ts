import { type RouteConfig, z } from "@hono/zod-openapi";
import {
  ChangeEmailInput,
  ChangePasswordInput,
  IdTokenInput,
  LinkInput,
  LoginInput,
  NewPasswordInput,
  ProfileInput,
  RegisterInput,
  ResetInput,
  SessionInput,
} from "#domain/members/shapes.ts";
import type { AuthProvider } from "#domain/ports.ts";
import { answer, body, refusals, resource } from "./openapi.ts";

const User = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    image: z.string().nullable(),
  })
  .openapi("User");
const Access = z.object({
  ways: z.array(z.string()),
  devices: z.array(
    z.object({
      id: z.uuid(),
      current: z.boolean(),
      browser: z.string().nullable(),
      address: z.string().nullable(),
      since: z.iso.datetime(),
      lastSeen: z.iso.datetime(),
    }),
  ),
});
const Done = z.object({ status: z.literal(true) });

const cookie = [{ session: [] }];

/** The calls of the built-in provider (`adapters/auth`), which answers them itself; here they are only told of. */
const calls: RouteConfig[] = [
  {
    operationId: "register",
    summary: "Create an account, and log in to it: sets the session's cookie",
    method: "post",
    path: "/auth/sign-up/email",
    request: { body: body(RegisterInput) },
    responses: {
      200: answer(z.object({ user: User }), "The new member"),
      ...refusals("invalid_json", "untrusted_origin", "email_taken", "too_large", "invalid", "too_many_attempts"),
      ...refusals("no_such_call"),
    },
  },
  {
    operationId: "logIn",
    summary: "Log in: sets the session's cookie",
    method: "post",
    path: "/auth/sign-in/email",
    request: { body: body(LoginInput) },
    responses: {
      200: answer(z.object({ user: User }), "The member"),
      ...refusals("invalid_json", "invalid_credentials", "untrusted_origin", "too_large", "invalid"),
      ...refusals("too_many_attempts", "no_such_call"),
    },
  },
  {
    operationId: "logInWithFirebase",
    summary: "Log in with an ID token of Firebase Authentication, on a site that uses it: sets the session's cookie",
    method: "post",
    path: "/auth/sign-in/firebase",
    request: { body: body(IdTokenInput) },
    responses: {
      200: answer(z.object({ user: User }), "The member, who is new when this person is"),
      ...refusals("invalid_json", "id_token_invalid", "untrusted_origin", "no_such_call", "account_not_linked"),
      ...refusals("too_large", "invalid", "email_needed", "too_many_attempts", "sign_in_unreachable"),
    },
  },
  {
    operationId: "logInWithGoogle",
    summary: "Begin to log in with Google: sets a cookie that the callback asks for, and tells the address to open",
    method: "post",
    path: "/auth/sign-in/google",
    responses: {
      200: answer(z.object({ url: z.url() }), "Where the person logs in, in a window of 500 to 600 pixels"),
      ...refusals("untrusted_origin", "too_large", "too_many_attempts", "no_google_sign_in", "google_unreachable"),
    },
  },
  {
    operationId: "finishGoogle",
    summary: "Where Google sends that window back to, with a `code` or an `error`: sets the session's cookie",
    method: "get",
    path: "/auth/callback/google",
    request: { query: z.object({ code: z.string().optional(), state: z.string(), error: z.string().optional() }) },
    responses: {
      200: {
        description: "A page that tells the window which opened it how it ended, and closes",
        content: { "text/html": { schema: z.string() } },
      },
      ...refusals("no_such_call"),
    },
  },
  {
    operationId: "logOut",
    summary: "End the session, if there is one",
    method: "post",
    path: "/auth/sign-out",
    responses: {
      200: answer(z.object({ success: z.literal(true) }), "There is no session any more"),
      ...refusals("untrusted_origin", "too_large"),
    },
  },
  {
    operationId: "requestPasswordReset",
    summary: "Have a link to a new password mailed; the answer is the same for every address",
    method: "post",
    path: "/auth/request-password-reset",
    request: { body: body(ResetInput) },
    responses: {
      200: answer(Done, "A link is on its way if there is an account"),
      ...refusals("invalid_json", "untrusted_origin", "too_large", "invalid", "too_many_attempts", "no_such_call"),
    },
  },
  {
    operationId: "resetPassword",
    summary: "Choose a new password by a mailed link; ends every session",
    method: "post",
    path: "/auth/reset-password",
    request: { body: body(NewPasswordInput) },
    responses: {
      200: answer(Done, "The new password holds"),
      ...refusals("invalid_json", "untrusted_origin", "link_used", "too_large", "invalid", "too_many_attempts"),
      ...refusals("no_such_call"),
    },
  },
  {
    operationId: "sendVerificationEmail",
    summary: "Have the link that confirms your e-mail address mailed again",
    method: "post",
    path: "/auth/send-verification-email",
    security: cookie,
    responses: {
      200: answer(Done, "It is on its way, if the address is not confirmed yet"),
      ...refusals("sign_in_required", "untrusted_origin", "too_large", "too_many_attempts"),
    },
  },
  {
    operationId: "confirmEmail",
    summary: "Confirm an e-mail address by a mailed link",
    method: "post",
    path: "/auth/confirm-email",
    request: { body: body(LinkInput) },
    responses: {
      200: answer(Done, "The address is confirmed, and the member's own"),
      ...refusals("invalid_json", "untrusted_origin", "email_taken", "link_used", "too_large", "invalid"),
      ...refusals("too_many_attempts"),
    },
  },
  {
    operationId: "getAccess",
    summary: "List the ways in which you can log in, and the devices where you are logged in",
    method: "get",
    path: "/auth/access",
    security: cookie,
    responses: { 200: answer(Access, "Ways and devices"), ...refusals("sign_in_required") },
  },
  {
    operationId: "endSession",
    summary: "Log one of your devices out",
    method: "post",
    path: "/auth/revoke-session",
    security: cookie,
    request: { body: body(SessionInput) },
    responses: {
      200: answer(Done, "It is logged out"),
      ...refusals("invalid_json", "sign_in_required", "untrusted_origin", "too_large", "invalid"),
    },
  },
  {
    operationId: "endOtherSessions",
    summary: "Log every other device of yours out",
    method: "post",
    path: "/auth/revoke-other-sessions",
    security: cookie,
    responses: {
      200: answer(Done, "Only this one is logged in"),
      ...refusals("sign_in_required", "untrusted_origin", "too_large"),
    },
  },
  {
    operationId: "changePassword",
    summary: "Change your password; logs every other device out",
    method: "post",
    path: "/auth/change-password",
    security: cookie,
    request: { body: body(ChangePasswordInput) },
    responses: {
      200: answer(Done, "The new password holds"),
      ...refusals("invalid_json", "sign_in_required", "untrusted_origin", "no_password", "too_large", "invalid"),
      ...refusals("too_many_attempts"),
    },
  },
  {
    operationId: "changeEmail",
    summary: "Change your e-mail address: a link at the new one confirms it",
    method: "post",
    path: "/auth/change-email",
    security: cookie,
    request: { body: body(ChangeEmailInput) },
    responses: {
      200: answer(Done, "A link is on its way to the new address, unless another account has it"),
      ...refusals("invalid_json", "sign_in_required", "untrusted_origin", "too_large", "invalid", "too_many_attempts"),
    },
  },
  {
    operationId: "getSession",
    summary: "Ask who is logged in",
    method: "get",
    path: "/auth/get-session",
    security: [{}, ...cookie],
    responses: { 200: answer(z.object({ user: User }).nullable(), "The member, or null for a visitor") },
  },
  {
    operationId: "getToken",
    summary: "Trade the session's cookie for a bearer token, good for 15 minutes",
    method: "get",
    path: "/auth/token",
    security: cookie,
    responses: { 200: answer(z.object({ token: z.string() }), "The token"), ...refusals("sign_in_required") },
  },
  {
    operationId: "updateProfile",
    summary: "Change your name or photo; what is not named stays",
    method: "post",
    path: "/auth/update-user",
    security: cookie,
    request: { body: body(ProfileInput) },
    responses: {
      200: answer(Done, "It is changed"),
      ...refusals("invalid_json", "sign_in_required", "untrusted_origin", "too_large", "invalid"),
    },
  },
  {
    operationId: "getKeys",
    summary: "Read the public keys that tokens are signed with",
    method: "get",
    path: "/auth/jwks",
    responses: { 200: answer(z.object({ keys: z.array(z.object({ kid: z.string() })) }), "A JSON Web Key Set") },
  },
];

/** The identity provider's calls, below `/auth`. The provider reads its own bodies, and alone sees cookies. */
export function authCalls(provider: AuthProvider) {
  const auth = resource();
  for (const call of calls) auth.openAPIRegistry.registerPath(call);
  auth.all("/auth/*", (c) => provider.handle(c.req.raw, c.env.address));
  return auth;
}
