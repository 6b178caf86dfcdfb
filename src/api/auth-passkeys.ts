import { z } from "@hono/zod-openapi";
import {
  PasskeyInput,
  PasskeyList,
  PasskeyNameInput,
  PasskeyRemoval,
  ProofInput,
  SignedInput,
  User as UserShape,
} from "#domain/members/shapes.ts";
import { Done, done, reply, session } from "./auth-answers.ts";
import { attempt, type IdentityEnv, only, ownOrigin, passkeysOf } from "./auth-requests.ts";
import { answer, body, call, named, refusals, resource } from "./openapi.ts";
import { jsonBody } from "./requests.ts";

const User = named(UserShape, "User");
const Options = z.object({ options: z.looseObject({ challenge: z.string() }) });
const changing = ["untrusted_origin", "no_such_call"] as const;

const passkeySignInOptions = call({
  operationId: "passkeySignInOptions",
  summary: "Start logging in with a passkey: returns the challenge to sign (WebAuthn), valid for five minutes",
  method: "post",
  path: "/auth/passkeys/sign-in-options",
  middleware: [only(passkeysOf), ownOrigin, attempt("sign_in")],
  responses: {
    200: answer(Options, "PublicKeyCredentialRequestOptionsJSON"),
    ...refusals("too_large", "untrusted_origin", "no_such_call", "too_many_attempts"),
  },
});

const logInWithPasskey = call({
  operationId: "logInWithPasskey",
  summary: "Log in with a passkey's signature: sets the session's cookie",
  method: "post",
  path: "/auth/passkeys/sign-in",
  middleware: [only(passkeysOf), ownOrigin, attempt("sign_in"), jsonBody],
  request: { body: body(SignedInput) },
  responses: {
    200: answer(z.object({ user: User }), "The member"),
    ...refusals("passkey_unknown", "untrusted_origin", "suspended", "no_such_call"),
    ...refusals("too_many_attempts"),
  },
});

const listPasskeys = call({
  operationId: "listPasskeys",
  summary: "List your passkeys",
  method: "get",
  path: "/auth/passkeys",
  middleware: [only(passkeysOf)],
  security: session,
  responses: {
    200: answer(PasskeyList, "The passkeys, the oldest first"),
    ...refusals("sign_in_required", "no_such_call"),
  },
});

const passkeyOptions = call({
  operationId: "passkeyOptions",
  summary: "Start adding a passkey; requires your password, or a log-in a moment ago",
  method: "post",
  path: "/auth/passkeys/options",
  middleware: [only(passkeysOf), ownOrigin, attempt("sign_in"), jsonBody],
  security: session,
  request: { body: body(ProofInput) },
  responses: {
    200: answer(Options, "PublicKeyCredentialCreationOptionsJSON"),
    ...refusals(...changing, "log_in_again", "passkeys_full", "too_many_attempts"),
  },
});

const addPasskey = call({
  operationId: "addPasskey",
  summary: "Add the new passkey under a name; a mail tells you",
  method: "post",
  path: "/auth/passkeys",
  middleware: [only(passkeysOf), ownOrigin, jsonBody],
  security: session,
  request: { body: body(PasskeyInput) },
  responses: {
    200: answer(Done, "You can log in with it from now on"),
    ...refusals(...changing, "passkeys_full", "passkey_unreadable", "passkey_taken"),
  },
});

const renamePasskey = call({
  operationId: "renamePasskey",
  summary: "Rename a passkey",
  method: "post",
  path: "/auth/passkeys/rename",
  middleware: [only(passkeysOf), ownOrigin, jsonBody],
  security: session,
  request: { body: body(PasskeyNameInput) },
  responses: { 200: answer(Done, "The passkey is renamed"), ...refusals(...changing, "not_found") },
});

const removePasskey = call({
  operationId: "removePasskey",
  summary: "Remove a passkey; requires your password, or a log-in a moment ago",
  method: "post",
  path: "/auth/passkeys/remove",
  middleware: [only(passkeysOf), ownOrigin, attempt("sign_in"), jsonBody],
  security: session,
  request: { body: body(PasskeyRemoval) },
  responses: {
    200: answer(Done, "The passkey no longer works"),
    ...refusals(...changing, "log_in_again", "too_many_attempts"),
  },
});

/** The calls about passkeys: logging in with one, and managing a member's own. */
export const passkeyCalls = resource<IdentityEnv>()
  .openapi(passkeySignInOptions, async (c) => c.json(await passkeysOf(c.var).signInOptions(c.var.caller), 200))
  .openapi(logInWithPasskey, async (c) => reply(c, await passkeysOf(c.var).signIn(c.var.caller, c.req.valid("json"))))
  .openapi(listPasskeys, async (c) => c.json(await passkeysOf(c.var).list(c.var.caller), 200))
  .openapi(passkeyOptions, async (c) =>
    c.json(await passkeysOf(c.var).addOptions(c.var.caller, c.req.valid("json")), 200),
  )
  .openapi(addPasskey, async (c) => done(c, passkeysOf(c.var).add(c.var.caller, c.req.valid("json"))))
  .openapi(renamePasskey, async (c) => done(c, passkeysOf(c.var).rename(c.var.caller, c.req.valid("json"))))
  .openapi(removePasskey, async (c) => done(c, passkeysOf(c.var).remove(c.var.caller, c.req.valid("json"))));
